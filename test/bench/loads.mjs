/** The loads — what programs print, of each kind some megabytes. None holds the characters that mark an end. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = 'the quick brown fox jumps over a lazy dog while seven wizards quietly boil their tea'.split(
  ' ',
);
const NAMES = ['src', 'test', 'README.md', 'build.js', 'notes.txt', 'archive.tar.gz', 'run', 'photo.png'];
const COLORS = ['01;34', '01;32', '0', '01;31', '01;35', '0'];
const WIDE = [
  '漢字かな交じり文',
  '🚀 👍🏽 👨‍👩‍👧‍👦',
  '한국어 텍스트',
  'plain between',
  'é ü ñ ça',
  '🇩🇪 🇫🇷 ❤️',
];

const makers = {
  text: (turn) => `${pick(WORDS, turn, 12).join(' ')}\n`,
  seq: (turn) => `${turn}\n`,
  ls: (turn) =>
    `${pick(NAMES, turn, 7)
      .map((name, at) => `\x1b[${COLORS[(turn + at) % COLORS.length]}m${name}\x1b[0m`)
      .join('  ')}\n`,
  'true colour': (turn, { cols }) => `${colored(turn, cols - 4)}\x1b[0m\n`,
  'long lines': (turn) => `${pick(WORDS, turn, 400).join(' ')}\n`,
  'full screen': (turn, size) => fullScreen(turn, size),
  'CJK, emoji': (turn) => `${pick(WIDE, turn, 8).join(' ')}\n`,
};

export const LOAD_NAMES = Object.keys(makers);

/** Files in `folder`, by name: their paths, how long they are and how many screens that is. */
export function writeLoads(folder, size, bytes) {
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(
    LOAD_NAMES.map((name, index) => {
      const { text, turns } = repeated((turn) => makers[name](turn, size), bytes);
      const lines = text.split('\n').length - 1;
      const path = join(folder, `load-${size.cols}-${index}`);
      writeFileSync(path, text);
      return [name, { path, bytes: Buffer.byteLength(text), screens: lines > 0 ? lines / size.rows : turns }];
    }),
  );
}

function repeated(make, bytes) {
  const pieces = [];
  let total = 0;
  for (let turn = 1; total < bytes; turn += 1) {
    const piece = make(turn);
    pieces.push(piece);
    total += Buffer.byteLength(piece);
  }
  return { text: pieces.join(''), turns: pieces.length };
}

/** So many items from a place that differs each turn, as often as needed around. */
function pick(items, turn, count) {
  return Array.from({ length: count }, (_, at) => items[(turn * 7 + at) % items.length]);
}

/** A colour of its own in each cell. */
function colored(turn, cols) {
  let line = '';
  for (let x = 0; x < cols; x += 1) {
    const value = turn * 977 + x * 31;
    line += `\x1b[38;2;${value & 255};${(value >> 3) & 255};${(value >> 6) & 255}m#`;
  }
  return line;
}

/** One frame of a program that addresses every line, as `top` or an editor does. */
function fullScreen(turn, { cols, rows }) {
  let frame = '';
  for (let y = 1; y <= rows - 6; y += 1) {
    const text = `${turn} ${y} ${pick(WORDS, turn + y, 20).join(' ')}`.slice(0, cols - 2);
    frame += `\x1b[${y};1H\x1b[3${(turn + y) % 8}m${text}\x1b[0m\x1b[K`;
  }
  return frame;
}
