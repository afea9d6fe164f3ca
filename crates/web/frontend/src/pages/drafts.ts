// Rules that somebody writes are kept in the browser: nothing overwrites them.

export interface Draft { id: string; text: string; changed: number }

const KEY = 'drafts';
const MOST = 50;

/** All drafts, the last one changed first. */
export function drafts(storage: Storage = localStorage): Draft[] {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '[]') as Draft[];
    return kept.filter((draft) => typeof draft.id === 'string' && typeof draft.text === 'string').sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

/** Keeps a draft, in the place of the one with the same id. */
export function keep(draft: Draft, storage: Storage = localStorage): void {
  const others = drafts(storage).filter((each) => each.id !== draft.id);
  storage.setItem(KEY, JSON.stringify([draft, ...others].slice(0, MOST)));
}

export function remove(id: string, storage: Storage = localStorage): void {
  storage.setItem(KEY, JSON.stringify(drafts(storage).filter((each) => each.id !== id)));
}

/** A new draft with this text; one that has it already is not kept twice. */
export function begin(text: string, storage: Storage = localStorage): Draft {
  const known = drafts(storage).find((draft) => draft.text === text);
  if (known) return known;
  const draft = { id: Date.now().toString(36) + Math.floor(Math.random() * 1296).toString(36), text, changed: Date.now() };
  keep(draft, storage);
  return draft;
}

/** What a draft is called: the first sentence of its description. */
export function nameOf(text: string): string {
  const about = text.match(/^\s*("""|'''|"|')([\s\S]*?)\1/)?.[2]?.trim().split(/[.\n]/)[0];
  return about?.slice(0, 50) || 'without a description';
}
