// The lessons that are shipped, in their order.

import { readLesson, type Lesson } from './markdown';

const SOURCES = import.meta.glob('../../lessons/*.md', { query: '?raw', import: 'default', eager: true }) as Record<string, string>;

/** The name of a lesson in addresses: that of its file, without the number. */
function idOf(path: string): string {
  return path.replace(/^.*\/\d+-/, '').replace(/\.md$/, '');
}

export const LESSONS: Lesson[] = Object.keys(SOURCES).sort().map((path) => readLesson(idOf(path), SOURCES[path]!));
