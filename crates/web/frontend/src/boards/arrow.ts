// The line of an arrow between two vertices.

export interface Point { x: number; y: number }

/** The line of an arrow between two circles of radius `radius`; a loop if they are the same. */
export function arrow(from: Point, to: Point, radius: number, isBent: boolean): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length < 1) {
    const { x, y } = from;
    return `M${x - radius * 0.6} ${y - radius * 0.8}C${x - 30} ${y - 58} ${x + 30} ${y - 58} ${x + radius * 0.6} ${y - radius * 0.9}`;
  }
  const [ux, uy] = [dx / length, dy / length];
  const bend = isBent ? Math.min(26, length / 5) : 0;
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  const start = towards(from, middle, radius + 1);
  const end = towards(to, middle, radius + 5);
  return bend === 0 ? `M${start}L${end}` : `M${start}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${end}`;
}

function towards(from: Point, to: Point, distance: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const x = from.x + ((to.x - from.x) / length) * distance;
  const y = from.y + ((to.y - from.y) / length) * distance;
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
