export function LearnPage() { return <p>…</p>; }
