// What a learner has done, remembered by the browser.

const KEY = 'lessons';

function stored(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** The widgets of a lesson that are done, by step and place: `2.0`. */
export function doneIn(lesson: string): Set<string> {
  return new Set(stored()[lesson] ?? []);
}

/** Marks a widget as done. */
export function finish(lesson: string, widget: string): void {
  const all = stored();
  all[lesson] = [...new Set([...(all[lesson] ?? []), widget])];
  localStorage.setItem(KEY, JSON.stringify(all));
}
