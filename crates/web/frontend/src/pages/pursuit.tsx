export function PursuitPage() { return <p>…</p>; }
