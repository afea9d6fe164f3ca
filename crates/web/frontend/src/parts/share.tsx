// Giving a position to somebody else: the link, or a picture of the board.

import { useState } from 'preact/hooks';
import { download } from '../download';
import type { GameState } from '../game';

export function ShareButton({ state }: { state: GameState }) {
  const [said, setSaid] = useState('');
  const say = (words: string) => {
    setSaid(words);
    setTimeout(() => setSaid(''), 2500);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say('Link copied');
    } catch {
      say('Copy the address of this page');
    }
  };
  const name = state.start.replace(/[^\w.-]+/g, '-').slice(0, 40);
  return (
    <>
      <button type="button" class="second" onClick={() => void copy()}>Share</button>
      <details class="menu">
        <summary>Picture</summary>
        <div class="menu-box">
          <button type="button" class="second" onClick={() => download(`${name}.svg`, 'image/svg+xml', boardSvg())}>SVG</button>
          <button type="button" class="second" onClick={() => void boardPng().then((png) => download(`${name}.png`, 'image/png', png))}>PNG</button>
        </div>
      </details>
      <span class="said" role="status">{said}</span>
    </>
  );
}

const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor'];

/** The board as one SVG that needs no style sheet. */
export function boardSvg(): string {
  const drawings = [...document.querySelectorAll<SVGSVGElement>('.board svg')];
  let left = 0;
  let height = 0;
  const parts = drawings.map((drawing) => {
    const { width, height: tall } = drawing.viewBox.baseVal;
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    const [originals, copies] = [drawing.querySelectorAll<SVGElement>('*'), copy.querySelectorAll<SVGElement>('*')];
    originals.forEach((original, index) => {
      const style = getComputedStyle(original);
      for (const attribute of ['class', 'role', 'tabindex', 'aria-label', 'data-element']) copies[index]!.removeAttribute(attribute);
      // As attributes of their own: the page's policy allows no style written into an element.
      for (const name of STYLES) copies[index]!.setAttribute(name, style.getPropertyValue(name));
    });
    const text = `<g transform="translate(${left} 0)">${copy.innerHTML}</g>`;
    left += width + 20;
    height = Math.max(height, tall);
    return text;
  });
  const paper = getComputedStyle(document.querySelector('.board') ?? document.body).backgroundColor;
  const width = Math.max(40, left - 20);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`
    + `<rect width="100%" height="100%" fill="${paper}"/>${parts.join('')}</svg>`;
}

async function boardPng(): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([boardSvg()], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new Uint8Array(await blob!.arrayBuffer());
}
