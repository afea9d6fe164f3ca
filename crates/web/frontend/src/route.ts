// The state of every page is its address: `#/play?p=nim:3,4,5`.

import { useEffect, useState } from 'preact/hooks';
import { pack, unpack } from './packed';

/** What may be long, and is packed then. */
const LONG = new Set(['g', 'graph', 'rules', 'text', 'map', 'xy']);

export interface Route { page: string; query: URLSearchParams }

export function readRoute(): Route {
  const hash = location.hash.replace(/^#\/?/, '');
  const [page = '', query = ''] = split(hash, '?');
  const read = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [name, LONG.has(name) ? unpack(value) : value]);
  return { page: page || 'play', query: new URLSearchParams(read) };
}

/** The address of a page; colons and commas stay readable. */
export function address(page: string, query: Iterable<[string, string]>): string {
  const parts = [...query].filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${readable(LONG.has(name) ? pack(value) : value)}`);
  return `#/${page}${parts.length > 0 ? '?' + parts.join('&') : ''}`;
}

export function go(page: string, query: Iterable<[string, string]>, replace = false): void {
  const target = address(page, query);
  if (target === location.hash) return;
  if (replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const update = () => setRoute(readRoute());
    addEventListener('hashchange', update);
    addEventListener('popstate', update);
    return () => {
      removeEventListener('hashchange', update);
      removeEventListener('popstate', update);
    };
  }, []);
  return route;
}

function readable(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(3A|2C|2F|40)/g, decodeURIComponent)
    .replace(/%20/g, '+');
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
