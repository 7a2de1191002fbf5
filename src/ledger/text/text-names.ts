/**
 * The files of outputs in a terminal's folder: `text/SEQ.PART.LINE.BYTE.CHAR.txt`.
 *
 * An output is kept in parts, and the name of a part says where it begins. So a line is found by reading one file, a lost file is
 * a gap at a known place, and there is no index that could be out of step. Parts that follow each other have consecutive numbers.
 * A part that contradicts its name is renamed to `damaged-NAME`.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../files/ledger-files.ts';

export const TEXT = 'text';
const DAMAGED = 'damaged-';

export type TextPart = {
  readonly seq: number;
  readonly part: number;
  /** Line ends, bytes and UTF-16 units printed before it. */
  readonly line: number;
  readonly byte: number;
  readonly char: number;
  /** Whether it begins inside of a line. */
  readonly inLine: boolean;
};

/** The parts of one output, by their numbers. */
export type PartsOf = ReadonlyMap<number, readonly TextPart[]>;

const NAME = /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})(\+?)\.(\d{1,15})\.(\d{1,15})\.txt$/;

function partName({ seq, part, line, inLine, byte, char }: TextPart): string {
  return `${seq}.${part}.${line}${inLine ? '+' : ''}.${byte}.${char}.txt`;
}

function parsePartName(name: string): TextPart | undefined {
  const found = NAME.exec(name);
  if (found === null) return undefined;
  const [, seq, part, line, plus, byte, char] = found;
  return {
    seq: Number(seq),
    part: Number(part),
    line: Number(line),
    inLine: plus === '+',
    byte: Number(byte),
    char: Number(char),
  };
}

export function partPath(folder: string, part: TextPart): string {
  return join(folder, TEXT, partName(part));
}

/** The new path of a part that contradicts its name. */
export function damagedPath(folder: string, part: TextPart): string {
  return join(folder, TEXT, `${DAMAGED}${partName(part)}`);
}

/** Lists the paths of one output's damaged parts. */
export async function damagedParts(folder: string, seq: number): Promise<readonly string[]> {
  const names = await namesIn(join(folder, TEXT));
  return names.filter((name) => name.startsWith(`${DAMAGED}${seq}.`)).map((name) => join(folder, TEXT, name));
}

/** Lists the parts of all outputs; of each output in order. Empty when none was ever written. */
export async function textParts(folder: string): Promise<PartsOf> {
  const parts = new Map<number, TextPart[]>();
  for (const name of await namesIn(join(folder, TEXT))) {
    const part = parsePartName(name);
    if (part === undefined) continue;
    const others = parts.get(part.seq);
    if (others === undefined) parts.set(part.seq, [part]);
    else others.push(part);
  }
  for (const one of parts.values()) one.sort((left, right) => left.part - right.part);
  return parts;
}

/** Like `textParts`, but empty if the folder cannot be listed. */
export function readableParts(folder: string): Promise<PartsOf> {
  return textParts(folder).catch(() => new Map());
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
