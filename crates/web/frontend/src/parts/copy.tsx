// A button that copies a text, and says so.

import { useState } from 'preact/hooks';

export function CopyButton({ words, text }: { words: string; text: () => string }) {
  const [said, setSaid] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text()).then(() => setSaid('Copied'), () => setSaid('Cannot copy here'));
    setTimeout(() => setSaid(''), 2500);
  };
  return <button type="button" class="second" onClick={copy}><span role="status">{said || words}</span></button>;
}
