// The graph page's text: what a judge prints, kept as it is, and edited by drawing.

export interface Drawn { vertices: number; edges: [number, number][] }

/** A graph in the plainest of the formats that the API reads. */
export function write({ vertices, edges }: Drawn): string {
  return [`${vertices} ${edges.length}`, ...edges.map(([from, to]) => `${from} ${to}`)].join('\n');
}

export const LECTURE = `9 12
0 1
2 1
6 2
6 3
3 4
4 5
0 4
0 6
7 0
8 4
7 8
8 7`;
