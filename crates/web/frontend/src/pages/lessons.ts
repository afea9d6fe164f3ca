// The lessons: what the classic texts teach, in steps that can be tried at once.
//
// Only words and positions stand here. Who wins, why and how the computer answers is asked of the
// API, so a lesson cannot teach a mistake of its own.

import { LECTURE } from './graph-text';

export type Part =
  | { say: string }
  /** A position with its full reason. */
  | { look: string; misere?: boolean; note?: string; graph?: string }
  /** The reader says who wins before the reason is shown. */
  | { ask: string; misere?: boolean; graph?: string };

export interface Lesson {
  id: string;
  title: string;
  lead: string;
  parts: Part[];
  task: { position: string; misere?: boolean; graph?: string; words: string };
}

export const LESSONS: Lesson[] = [
  {
    id: 'nim',
    title: 'Nim, and why it works',
    lead: 'Heaps of stones. You take as many as you like from one heap. Who takes the last stone wins.',
    parts: [
      { say: 'Start small. Two equal heaps are lost for the player to move: whatever is taken from one heap, the opponent takes from the other. Sooner or later there is nothing left to take.' },
      { ask: 'nim:2,2' },
      { say: 'For more heaps write their sizes in binary, one below the other, and look at each column: is the number of ones even? The row of answers is the xor, also called the nim-sum. It is 0 exactly when all columns are even.' },
      { look: 'nim:1,2,3', note: 'every column is even: the player to move loses' },
      { say: 'First half of the proof: from a position with xor 0 every move leads to one where it is not 0. You change one heap, so at least one column loses its balance.' },
      { say: 'Second half: from a position with xor s, not 0, there is always a move to xor 0. Take the top bit of s. Some heap x has that bit. Replace x by x xor s: the top bit disappears, so the heap gets smaller, and that is a legal move.' },
      { look: 'nim:3,5,4', note: 's = 2: the heap that has this bit is the 3, and 3 xor 2 = 1' },
      { ask: 'nim:1,3,3' },
      { ask: 'nim:15,31,16' },
    ],
    task: { position: 'nim:1,3,3,2', words: 'Your turn, and your win if you keep every column even.' },
  },
  {
    id: 'increases',
    title: 'Adding stones changes nothing',
    lead: 'What if a player may also put stones back? As long as that cannot go on for ever, the same positions are lost.',
    parts: [
      { say: 'In Poker-Nim there is a reserve. Instead of taking, you may add stones from it to a heap that still stands. The reserve is never refilled, so the game must end.' },
      { say: 'Play as in Nim. If the opponent adds stones, take exactly those off again: the heaps are as before, and the opponent is to move again, with a smaller reserve.' },
      { look: 'poker-nim/3:1,2,3', note: 'still lost: whatever is added can be taken off again' },
      { ask: 'poker-nim/5:2,2' },
      { say: 'The same argument works for any increase that the opponent can undo. That is why the theorem of Sprague and Grundy may allow positions whose value goes up.' },
    ],
    task: { position: 'poker-nim/2:3,4,5', words: 'Win it, and do not be impressed when the computer adds stones.' },
  },
  {
    id: 'staircase',
    title: 'Staircase Nim',
    lead: 'Coins lie on the steps of a stair. A move takes any number of coins from one step to the next lower one. Coins on the ground are out of play.',
    parts: [
      { say: 'Only every other step counts: steps 1, 3, 5, … Coins on an even step can be answered: when the opponent moves k of them down to an odd step, you move the same k one step further.' },
      { say: 'So the coins on the odd steps are Nim heaps. Moving coins from an odd step down is taking; moving coins onto an odd step is adding, and adding can be undone.' },
      { look: 'staircase:3,2,2,3' },
      { ask: 'staircase:2,7,2' },
    ],
    task: { position: 'staircase:3,1,2,2', words: 'Look at the odd steps only.' },
  },
  {
    id: 'moore',
    title: 'Moore’s Nim: several heaps at once',
    lead: 'You may take from up to k heaps in one move, any number from each, at least one stone in all.',
    parts: [
      { say: 'Again write the sizes in binary. In each column count the ones, now modulo k + 1. The position is lost exactly when every column gives 0.' },
      { say: 'For k = 1 this is Nim: even or odd. For k = 2 count modulo 3.' },
      { look: 'moore/2:1,2,3', note: 'two heaps at once: make it 1,1,1, three ones in the last column' },
      { ask: 'moore/2:1,1,1' },
      { ask: 'moore/2:1,2,3,4,2' },
      { say: 'A warning: the rule is about heap sizes. It does not hold for nim-values of other games, where a move may raise a value.' },
    ],
    task: { position: 'moore/2:2,3,4', words: 'Three heaps, up to two at once.' },
  },
  {
    id: 'misere',
    title: 'Misère Nim: the last stone loses',
    lead: 'The same moves, but who takes the last stone loses. It looks like another game; it is nearly the same one.',
    parts: [
      { say: 'Play exactly as in ordinary Nim until your move would leave only heaps of one stone. Then leave an odd number of them instead of an even number.' },
      { look: 'nim:1,1,3', misere: true },
      { ask: 'nim:1,1,1', misere: true },
      { ask: 'nim:3,4,5', misere: true },
      { say: 'For games that are not Nim this trick fails: misère play of sums cannot be read off the normal nim-values. It needs a theory of its own, the misère quotient.' },
      { ask: 'kayles:4', misere: true },
    ],
    task: { position: 'nim:1,2,4', misere: true, words: 'Do not take the last stone.' },
  },
  {
    id: 'sprague-grundy',
    title: 'Every game is a Nim heap',
    lead: 'Sprague (1935) and Grundy (1939): a position of any impartial game is worth a Nim heap of a certain size, its nim-value.',
    parts: [
      { say: 'The value is the mex of the values of the options: the least number that is not among them. mex(1, 2, 3) = 0, mex(0, 1) = 2, mex(0, 1, 5) = 2. A position without moves has value 0.' },
      { look: 'subtract/1,2:7', note: 'one heap, take 1 or 2: the values go 0 1 2 0 1 2 …' },
      { say: 'From value v you can reach every value below v, as from a heap of v stones; and perhaps larger ones, which the opponent can undo.' },
      { say: 'Games side by side are a sum: a move is a move in one of them. The value of a sum is the xor of the values. To win, move to value 0.' },
      { look: 'subtract/1,2:7 + kayles:5 + nim:6' },
      { ask: 'chop:3x4 + nim:2' },
    ],
    task: { position: 'subtract/1,2:5 + kayles:4 + nim:4', words: 'Three games at once. Find the value of each, then the move to 0.' },
  },
  {
    id: 'kayles',
    title: 'Kayles: finding the move',
    lead: 'Pins stand in a row. A ball knocks down one pin or two adjacent pins. A gap splits a row into two.',
    parts: [
      { say: 'Split rows are sums, so the xor gives their value: g(n) is the mex of g(a) xor g(b) over all a + b = n − 1 and all a + b = n − 2.' },
      { say: 'The values of rows 0 to 11 are 0 1 2 3 1 4 3 2 1 4 2 6. From row 71 on they repeat with period 12; the sequence page proves it.' },
      { look: 'kayles:5,4,2,1', note: 'table, xor, the row that has the top bit, the value it must become, the split that has it' },
      { say: 'A single row is always won under normal play: knock down the middle and mirror the opponent.' },
      { ask: 'kayles:9' },
      { ask: 'kayles:1,2,3' },
    ],
    task: { position: 'kayles:4,3,5', words: 'Three rows. Find the split.' },
  },
  {
    id: 'graphs',
    title: 'Graphs with cycles: win, lose, draw',
    lead: 'If positions can repeat, play need not end. Then there is a third outcome.',
    parts: [
      { say: 'A vertex without moves is lost. A vertex with a move to a lost one is won. A vertex all of whose moves lead to won ones is lost. What is never reached by these rules is a draw: each player can avoid losing for ever.' },
      { say: 'The algorithm works backwards from the ends: when a lost vertex is found, all its predecessors are won; when a won vertex is found, each predecessor has one hope less, and when none is left it is lost.' },
      { look: 'graph:g@0', graph: LECTURE, note: 'vertex 0 has an edge to 1, which has no move' },
      { ask: 'graph:g@3', graph: LECTURE },
      { ask: 'graph:g@7', graph: LECTURE },
      { say: 'The graph page steps through the whole algorithm on this very graph.' },
    ],
    task: { position: 'graph:g@6', graph: LECTURE, words: 'Move the token so that the computer runs out of moves.' },
  },
];
