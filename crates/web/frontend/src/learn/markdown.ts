// Lessons are written in a little Markdown: a title, a lead, steps with paragraphs, lists and code, and widgets.
//
// A line that begins with `@` is a widget: `@ask nim:2,2 misere`, `@look nim:1,2,3 | what to see`.

export interface Widget { kind: string; argument: string; flags: string[]; note: string }

export type Block = { text: string } | { list: string[] } | { code: string } | { widget: Widget };

export interface Step { title: string; blocks: Block[] }

export interface Lesson { id: string; title: string; lead: string; steps: Step[] }

/** Words behind the argument of a widget that say how it is played. */
const FLAGS = ['misere', 'lecture'];

export function readLesson(id: string, source: string): Lesson {
  const lesson: Lesson = { id, title: '', lead: '', steps: [] };
  let paragraph: string[] = [];
  const blocks = () => {
    if (lesson.steps.length === 0) lesson.steps.push({ title: '', blocks: [] });
    return lesson.steps[lesson.steps.length - 1]!.blocks;
  };
  const finish = () => {
    if (paragraph.length === 0) return;
    const lines = paragraph;
    paragraph = [];
    if (lines.every((line) => line.startsWith('- '))) blocks().push({ list: lines.map((line) => line.slice(2)) });
    else if (lines.every((line) => /^(\s{4}|$)/.test(line))) {
      const [last, code] = [blocks()[blocks().length - 1], lines.map((line) => line.slice(4)).join('\n')];
      // A blank line does not end a listing.
      if (last && 'code' in last) last.code += `\n\n${code}`;
      else blocks().push({ code });
    } else blocks().push({ text: lines.map((line) => line.trim()).join(' ') });
  };
  for (const line of source.split('\n')) {
    if (line.startsWith('# ')) lesson.title = line.slice(2).trim();
    else if (line.startsWith('> ')) lesson.lead = line.slice(2).trim();
    else if (line.startsWith('## ')) {
      finish();
      lesson.steps.push({ title: line.slice(3).trim(), blocks: [] });
    } else if (line.startsWith('@')) {
      finish();
      blocks().push({ widget: readWidget(line.slice(1)) });
    } else if (line.trim() === '') finish();
    else paragraph.push(line);
  }
  finish();
  return lesson;
}

function readWidget(line: string): Widget {
  const [head = '', note = ''] = line.split('|').map((part) => part.trim());
  const [kind = '', ...words] = head.split(' ');
  const isFlag = (word: string) => FLAGS.includes(word);
  return { kind, argument: words.filter((word) => !isFlag(word)).join(' '), flags: words.filter(isFlag), note };
}

export type Span = string | { code: string } | { strong: string } | { emphasis: string } | { link: string; to: string };

/** A paragraph with its code, emphasis and links. */
export function spans(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g)) {
    if (match.index > from) found.push(text.slice(from, match.index));
    const [whole, code, strong, emphasis, link, to] = match;
    if (code !== undefined) found.push({ code });
    else if (strong !== undefined) found.push({ strong });
    else if (emphasis !== undefined) found.push({ emphasis });
    else found.push({ link: link!, to: to! });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}
