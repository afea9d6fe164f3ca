export function GraphPage() { return <p>…</p>; }
