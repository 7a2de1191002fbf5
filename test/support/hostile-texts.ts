/** Texts on which a regular expression that backtracks takes time with the square of their length, or worse. */

import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Texts that the expression matches: how many are made, and how much of each is used. */
const SAMPLES = 24;
const SAMPLE = 40;
/** Longest piece that is repeated. It has to lead through all loops that can take the same text: `a[y/n`. */
const PIECE = 12;
/** Ends that keep a text from matching as a whole. */
const ENDS = ['', '\x00'];
/** A quantifier with a higher limit counts as a loop. */
const LOOP = 8;

export type HostileText = {
  readonly before: string;
  /** Is repeated. */
  readonly piece: string;
  readonly end: string;
};

/** Returns the text with so many characters of the piece. */
export function textOf({ before, piece, end }: HostileText, length: number): string {
  return before + piece.repeat(Math.ceil(length / piece.length)) + end;
}

/** Returns pieces of what the expression matches, behind other pieces of it; none for an expression without a loop. */
export function hostileTexts({ source, flags }: RegExp): readonly HostileText[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  if (!hasLoop(pattern)) return [];
  const samples = new Set<string>();
  for (let number = 0; number < SAMPLES; number += 1)
    samples.add(sampleOf(pattern, choicesOf(number), flags).slice(0, SAMPLE));
  const found = new Map<string, HostileText>();
  const add = (before: string, piece: string) => {
    for (const end of ENDS) found.set(JSON.stringify([before, piece, end]), { before, piece, end });
  };
  for (const sample of samples) {
    for (let from = 0; from < sample.length; from += 1)
      for (let size = 1; size <= PIECE && from + size <= sample.length; size += 1)
        add(sample.slice(0, from), sample.slice(from, from + size));
    if (sample !== '') add('', sample);
  }
  return [...found.values()];
}

function hasLoop(node: AST.Node): boolean {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.some(hasLoop);
    case 'Assertion':
      return 'alternatives' in node && node.alternatives.some(hasLoop);
    case 'Alternative':
      return node.elements.some(hasLoop);
    case 'Quantifier':
      return node.max > LOOP || hasLoop(node.element);
    default:
      return false;
  }
}

/** Returns one of so many things, or its index, when that many are to be chosen from. */
type Choose = (count: number) => number;

/** The first samples choose alike everywhere, the first or the second; the others differently at each place, but the same each time. */
function choicesOf(number: number): Choose {
  if (number < 3) return (count) => number % count;
  let state = number * 2654435761;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % count;
  };
}

/** Returns a text that a node matches. */
function sampleOf(node: AST.Node, choose: Choose, flags: string): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(pick(node.alternatives, choose), choose, flags);
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, choose, flags)).join('');
    case 'Quantifier': {
      const times = pick([Math.max(1, node.min), node.min, Math.min(node.max, node.min + 2)], choose);
      return Array.from({ length: Math.min(times, 4) }, () => sampleOf(node.element, choose, flags)).join('');
    }
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
    case 'CharacterSet':
      return pick(charactersOf(node, flags), choose);
    case 'Assertion':
      return node.kind === 'lookahead' && !node.negate
        ? sampleOf(pick(node.alternatives, choose), choose, flags)
        : '';
    default:
      return '';
  }
}

/** Characters that classes and sets are tried with. */
const USUAL = ['a', ' ', '-', ';', '0', ':', '_', '\n', '\t', '漢', '\u0301', '\u2500', '\u2800', '😀'];
const MOST_CHARACTERS = 8;

/** Returns characters of a class or set: the ends of its ranges, and those usual ones that are in it. */
function charactersOf(node: AST.CharacterClass | AST.CharacterSet, flags: string): readonly string[] {
  const named = node.type === 'CharacterClass' ? node.elements.flatMap(endsOf) : [];
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
  const fitting = [...named, ...USUAL].filter((each) => one.test(each));
  return fitting.length === 0 ? [''] : fitting.slice(0, MOST_CHARACTERS);
}

function endsOf(element: AST.CharacterClass['elements'][number]): readonly string[] {
  if (element.type === 'Character') return [String.fromCodePoint(element.value)];
  if (element.type !== 'CharacterClassRange') return [];
  return [element.min, element.max].map(({ value }) => String.fromCodePoint(value));
}

function pick<T>(all: readonly T[], choose: Choose): T {
  const picked = all[choose(all.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}
