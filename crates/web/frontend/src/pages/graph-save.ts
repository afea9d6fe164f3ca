// A solved graph as files: DOT, and the drawing as an SVG of its own.

import { letter } from '../parts/outcome';
import { nameOf, type Solved } from './graph';

const DOT_COLOR = { win: '#b23a24', lose: '#2459a6', draw: '#1b7353' } as const;

export function dotText(solved: Solved): string {
  const quoted = (vertex: number) => JSON.stringify(nameOf(solved, vertex));
  const nodes = solved.outcomes.map((outcome, vertex) =>
    `  ${quoted(vertex)} [label=${JSON.stringify(`${nameOf(solved, vertex)} ${letter(outcome)}`)}, fillcolor="${DOT_COLOR[outcome]}"];`);
  const edges = solved.edges.map(([from, to]) => `  ${quoted(from)} -> ${quoted(to)};`);
  return ['digraph {', '  node [style=filled, fontcolor=white];', ...nodes, ...edges, '}', ''].join('\n');
}

/** The drawing as a file of its own: the colours come along. */
export function drawingText(): string {
  const svg = document.querySelector<SVGSVGElement>('.drawing')!.cloneNode(true) as SVGSVGElement;
  const probe = document.body.appendChild(document.createElement('span'));
  const color = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const css = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  css.textContent = `text{font:13px sans-serif;text-anchor:middle}.edge{fill:none;stroke:#777;stroke-width:1.4}.tip{fill:#777}
circle{fill:#fff;stroke:#777}.win circle{fill:${color('--win')}}.lose circle{fill:${color('--lose')}}.draw circle{fill:${color('--draw')}}
.win text,.lose text,.draw text{fill:${color('--outcome-ink')}}text.side{fill:#555;font-size:11px}`;
  probe.remove();
  svg.prepend(css);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg.outerHTML;
}
