/** Texts on which a regular expression that backtracks takes time with the square of their length, or worse. */

import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Longest sample whose pieces are repeated, and longest piece: the number of texts grows with both. */
const SAMPLE = 28;
const PIECE = 4;
/** Ends that keep a text from matching as a whole. */
const ENDS = ['', '\x00'];

/** Yields texts of about `length`: pieces of what the expression matches, repeated, after and before other pieces of it. */
export function* hostileTexts({ source, flags }: RegExp, length: number): Generator<string> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const made = new Set<string>();
  for (const variant of [0, 1, 2]) {
    const sample = sampleOf(pattern, variant).slice(0, SAMPLE);
    for (let from = 0; from < sample.length; from += 1) {
      for (let size = 1; size <= PIECE && from + size <= sample.length; size += 1) {
        made.add(JSON.stringify([sample.slice(0, from), sample.slice(from, from + size)]));
      }
    }
    if (sample !== '') made.add(JSON.stringify(['', sample]));
  }
  for (const each of made) {
    const [before, piece] = JSON.parse(each);
    const text = before + piece.repeat(Math.ceil(length / piece.length));
    for (const end of ENDS) yield text + end;
  }
}

/** Returns a text that a node matches; variants differ in the characters taken from sets and in the branches. */
function sampleOf(node: AST.Node, variant: number): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(pick(node.alternatives, variant), variant);
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, variant)).join('');
    case 'Quantifier':
      return sampleOf(node.element, variant).repeat(Math.max(1, Math.min(node.min, 4)));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
      return ofClass(node, variant);
    case 'CharacterSet':
      return ofSet(node.kind === 'any' ? 'any' : `${node.negate ? 'no ' : ''}${node.kind}`, variant);
    case 'Assertion':
      return node.kind === 'lookahead' && !node.negate
        ? sampleOf(pick(node.alternatives, variant), variant)
        : '';
    default:
      return '';
  }
}

function ofClass(node: AST.CharacterClass, variant: number): string {
  const members = node.elements.map((element) =>
    element.type === 'CharacterClassRange'
      ? String.fromCodePoint(variant === 1 ? element.max.value : element.min.value)
      : sampleOf(element, variant),
  );
  if (!node.negate) return members.length === 0 ? '' : pick(members, variant);
  return ['a', ' ', '-', ';', '0'].filter((char) => !members.includes(char))[variant] ?? 'a';
}

const SETS: Readonly<Record<string, readonly string[]>> = {
  digit: ['4', '7', '0'],
  space: [' ', '\n', '\t'],
  word: ['a', '0', '_'],
  any: ['a', ' ', ':'],
  'no digit': ['a', ' ', ';'],
  'no space': ['a', ':', '-'],
  'no word': [' ', ':', '-'],
};

function ofSet(kind: string, variant: number): string {
  return pick(SETS[kind] ?? ['a', '\u0301', '漢'], variant);
}

function pick<T>(all: readonly T[], variant: number): T {
  const picked = all[variant % all.length];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}
