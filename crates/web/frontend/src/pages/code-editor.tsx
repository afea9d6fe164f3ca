// The editor of rules: CodeMirror, loaded when the page is opened, in a tree of its own so that the page's policy for
// styles stays strict.

import { useEffect, useRef } from 'preact/hooks';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Failure } from '../engine';

const LOOK = EditorView.theme({
  '&': { fontSize: '0.95rem', backgroundColor: 'var(--card)', color: 'var(--ink)', minHeight: '24rem', borderRadius: '10px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--faint)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--glow) 10%, transparent)' },
  '&.cm-focused': { outline: '2.5px solid var(--glow)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent) !important' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--win)', fontWeight: '600' },
  { tag: [tags.string, tags.docString], color: 'var(--draw)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--lose)' },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
]);

export interface CodeEditorProps {
  /** Another draft begins a history of its own. */
  draft: string;
  text: string;
  failure: Failure | undefined;
  change: (text: string) => void;
}

export function CodeEditor({ draft, text, failure, change }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      doc: text, parent: root, root,
      extensions: [
        lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
        keymap.of([...defaultKeymap, ...historyKeymap]), python(), LOOK, syntaxHighlighting(COLOURS),
        EditorView.contentAttributes.of({ 'aria-label': 'Rules' }),
        EditorView.updateListener.of((update) => { if (update.docChanged) latest.current(update.state.doc.toString()); }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, [draft]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() !== text) return;
    const line = failure?.line ? Math.min(Number(failure.line), editor.state.doc.lines) : null;
    const place = line === null ? null : editor.state.doc.line(line);
    editor.dispatch(setDiagnostics(editor.state, place ? [{ from: place.from, to: place.to, severity: 'error', message: failure!.message }] : []));
  }, [failure, text, draft]);
  return <div class="code-editor" ref={host} id="rules-text" />;
}
