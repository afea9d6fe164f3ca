// From touches to moves, without a board.

import { describe, expect, test } from 'vitest';
import type { BoardMove } from '../engine';
import { nextKinds, read, touch, type Chosen } from './choose';

function move(component: number, ...elements: string[]): BoardMove {
  return { component, from: '', to: '', position: elements.join(' '), text: '', touch: elements, changes: elements, option: 0 };
}

/** Touches elements one after the other; gives what was played, or what is chosen. */
function hand(moves: BoardMove[], elements: string[], component = 0): string | string[] {
  let chosen: Chosen | null = null;
  for (const element of elements) {
    const next = touch(moves, chosen, component, element);
    if ('play' in next) return next.play.position;
    chosen = next.chosen;
  }
  return chosen?.touched ?? [];
}

describe('touch', () => {
  const kayles = [move(0, 'pin:0/0'), move(0, 'pin:0/1'), move(0, 'pin:0/0', 'pin:0/1')];

  test('a move with one element is made at once where nothing else begins with it', () => {
    expect(hand([move(0, 'stone:0/1'), move(0, 'stone:0/2')], ['stone:0/2'])).toBe('stone:0/2');
  });

  test('what could go on waits, and a second touch of the same element makes the move', () => {
    expect(hand(kayles, ['pin:0/0'])).toEqual(['pin:0/0']);
    expect(hand(kayles, ['pin:0/0', 'pin:0/0'])).toBe('pin:0/0');
    expect(hand(kayles, ['pin:0/0', 'pin:0/1'])).toBe('pin:0/0 pin:0/1');
  });

  test('elements may be touched in another order', () => {
    expect(hand(kayles, ['pin:0/1', 'pin:0/0'])).toBe('pin:0/0 pin:0/1');
  });

  test('the order tells moves apart that have the same elements', () => {
    const knights = [move(0, 'cell:0/0', 'cell:1/1'), move(0, 'cell:1/1', 'cell:0/0')];
    expect(hand(knights, ['cell:1/1', 'cell:0/0'])).toBe('cell:1/1 cell:0/0');
    expect(hand(knights, ['cell:0/0', 'cell:1/1'])).toBe('cell:0/0 cell:1/1');
  });

  test('an element that does not fit begins anew', () => {
    const moves = [move(0, 'cell:0/0', 'cell:0/1'), move(0, 'cell:3/3', 'cell:3/4')];
    expect(hand(moves, ['cell:0/0', 'cell:3/3'])).toEqual(['cell:3/3']);
  });

  test('another component begins anew', () => {
    const moves = [move(0, 'cell:0/0', 'cell:0/1'), move(1, 'stone:0/0')];
    expect(touch(moves, { component: 0, touched: ['cell:0/0'] }, 1, 'stone:0/0')).toMatchObject({ play: { component: 1 } });
  });

  test('numbers follow what they belong to', () => {
    const moves = [move(0, 'heap:0', 'take:1'), move(0, 'heap:0', 'take:2'), move(0, 'heap:1', 'take:1')];
    expect([...read(moves, null).next.get(0)!]).toEqual(['heap:0', 'heap:1']);
    expect([...read(moves, { component: 0, touched: ['heap:0'] }).next.get(0)!]).toEqual(['take:1', 'take:2']);
    expect(hand(moves, ['heap:0', 'take:2'])).toBe('heap:0 take:2');
  });
});

test('where moves are not listed, their shapes tell what comes next', () => {
  const moves = [move(0, 'reserve', 'heap:0', 'add:1'), move(0, 'heap:0', 'take:1')];
  expect([...nextKinds(moves, [])]).toEqual(['reserve', 'heap']);
  expect([...nextKinds(moves, ['heap:7'])]).toEqual(['take']);
  expect([...nextKinds(moves, ['reserve', 'heap:3'])]).toEqual(['add']);
});
