// Keys: every page names what it listens to, and `?` lists them.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from './parts/dialog';

export interface Key { key: string; label: string; run: () => void }

const listening = new Set<{ keys: Key[] }>();

/** Listens to `keys` while the component is shown. */
export function useKeys(keys: Key[]): void {
  const holder = useRef({ keys });
  holder.current.keys = keys;
  useEffect(() => {
    const mine = holder.current;
    listening.add(mine);
    return () => { listening.delete(mine); };
  }, []);
}

/** Keys typed into a field belong to the field. */
function isTyping(event: KeyboardEvent): boolean {
  // The editor of rules lives in a tree of its own.
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function Keys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && isTyping(event)) {
        (event.composedPath()[0] as HTMLElement).blur();
        return;
      }
      if (isTyping(event) || document.querySelector('dialog[open]')) return;
      if (event.key === '?') {
        event.preventDefault();
        setOpen(true);
        return;
      }
      const key = [...listening].reverse().flatMap((each) => each.keys)
        .find((each) => each.key === event.key);
      if (key) {
        event.preventDefault();
        key.run();
      }
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  const open = () => setOpen(true);
  return (
    <>
      <button type="button" class="quiet" onClick={open} aria-label="Keyboard shortcuts">?</button>
      {isOpen && <KeyList close={() => setOpen(false)} />}
    </>
  );
}

function KeyList({ close }: { close: () => void }) {
  const keys = [...listening].reverse().flatMap((each) => each.keys);
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {keys.map(({ key, label }) => (
          <div key={key + label}><dt><kbd>{shown(key)}</kbd></dt><dd>{label}</dd></div>
        ))}
        <div><dt><kbd>?</kbd></dt><dd>this list</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>leave a field, close a dialog</dd></div>
      </dl>
    </Dialog>
  );
}

function shown(key: string): string {
  const names: Record<string, string> = {
    ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space',
  };
  return names[key] ?? key;
}
