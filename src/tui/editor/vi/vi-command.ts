/** Reads the keys of a command of vi's normal mode: `[count][operator][count]motion`, an operator with a text object, or one key with its count. */

import { isViObject, type ViObject } from './vi-object.ts';

export type ViMotion = {
  readonly key: string;
  readonly count: number;
  /** The character of `f`, `F`, `t` and `T`. */
  readonly character: string;
};

export type ViOperator = 'd' | 'c' | 'y';

export type ViCommand =
  | { readonly kind: 'move'; readonly motion: ViMotion }
  /** Without motion and object it acts on whole lines: `dd`. */
  | {
      readonly kind: 'operate';
      readonly operator: ViOperator;
      readonly motion: ViMotion | undefined;
      readonly object?: ViObject;
      readonly count: number;
    }
  | { readonly kind: 'key'; readonly key: string; readonly count: number; readonly character: string };

const MOTIONS = 'hl0^$wWbBeE;,|';
const FINDS = 'fFtT';
const KEYS = 'xXDCSYspPr~iaIAu.jk+-/?nN:v';

/** Limit: a larger count is a mistake, and would take long. */
const MOST = 9_999;

/** Keys that mean something else written out. */
const SHORT: Readonly<Record<string, string>> = {
  D: 'd$',
  C: 'c$',
  S: 'cc',
  Y: 'yy',
  s: 'cl',
  x: 'dl',
  X: 'dh',
};

/** Returns `more` while keys are missing, and `unknown` for keys that mean nothing. */
export function readViCommand(keys: string): ViCommand | 'more' | 'unknown' {
  const [count, rest] = counted(keys);
  const [first = '', ...others] = [...rest];
  if (first === '') return 'more';
  const times = count ?? 1;
  const long = SHORT[first];
  if (long !== undefined) return others.length === 0 ? readOperator(long, times) : 'unknown';
  if (isOperator(first)) return readOperator(rest, times);
  const motion = readMotion(rest, times);
  if (motion !== 'unknown') return motion === 'more' ? 'more' : { kind: 'move', motion };
  if (!KEYS.includes(first)) return 'unknown';
  const [character = ''] = others;
  if (first === 'r' && character === '') return 'more';
  return { kind: 'key', key: first, count: times, character };
}

function readOperator(keys: string, times: number): ViCommand | 'more' | 'unknown' {
  const [operator = '', ...others] = [...keys];
  if (!isOperator(operator)) return 'unknown';
  const [count, rest] = counted(others.join(''));
  const all = Math.min(MOST, times * (count ?? 1));
  if (rest === '') return 'more';
  if (rest === operator) return { kind: 'operate', operator, motion: undefined, count: all };
  const object = readObject(rest);
  if (object === 'more') return 'more';
  if (object !== 'unknown') return { kind: 'operate', operator, motion: undefined, object, count: all };
  const motion = readMotion(rest, all);
  return typeof motion === 'string' ? motion : { kind: 'operate', operator, motion, count: all };
}

/** Reads `iw`, `a"` and the like, which only an operator takes. */
function readObject(keys: string): ViObject | 'more' | 'unknown' {
  const [where = '', key = ''] = [...keys];
  if (where !== 'i' && where !== 'a') return 'unknown';
  if (key === '') return 'more';
  return isViObject(key) ? { key, around: where === 'a' } : 'unknown';
}

function readMotion(keys: string, count: number): ViMotion | 'more' | 'unknown' {
  const [key = '', character = ''] = [...keys];
  if (MOTIONS.includes(key)) return { key, count, character: '' };
  if (!FINDS.includes(key)) return 'unknown';
  return character === '' ? 'more' : { key, count, character };
}

/** Takes the count in front off; `0` alone is a motion. */
function counted(keys: string): readonly [count: number | undefined, rest: string] {
  const digits = /^[1-9]\d*/.exec(keys)?.[0] ?? '';
  return [digits === '' ? undefined : Math.min(MOST, Number(digits)), keys.slice(digits.length)];
}

function isOperator(key: string): key is ViOperator {
  return key === 'd' || key === 'c' || key === 'y';
}
