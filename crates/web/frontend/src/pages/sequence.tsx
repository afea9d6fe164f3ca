export function SequencePage() { return <p>…</p>; }
