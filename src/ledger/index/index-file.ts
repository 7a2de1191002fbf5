/**
 * The index of the history in a file: facts in JSON, then arrays, each with a checksum. Whatever is not exactly as it was written
 * counts as missing, and the index is made of the records again.
 *
 *   bytes 0–15   `cotty history`, a zero, the version, a zero
 *   bytes 16–27  in the byte order of this machine: a known number, the size of the JSON text, its sum
 *   then         the JSON text, `{"facts":…,"parts":[[size, sum],…]}`, and the parts
 *
 * A sum is the first four bytes of a SHA-1, which Node computes several times as fast as a CRC-32.
 */

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { replaceFile } from '../../files/replace-file.ts';
import { openPlainFile } from '../files/plain-file.ts';

/** Another number for each change of what is in the file, or of how rows are read into it. */
const VERSION = 2;
const MAGIC = Buffer.from(`cotty history\0${String.fromCharCode(VERSION)}\0`, 'latin1');
const ORDER = 0x01_02_03_04;
const START = MAGIC.length + 12;
/** Limit of a file in bytes; four million commands take some 300 MB. */
const MOST_BYTES = 1024 * 1024 * 1024;

type Head = { readonly facts: unknown; readonly parts: readonly (readonly [size: number, sum: number])[] };

export type IndexParts = { readonly facts: unknown; readonly parts: readonly Uint8Array[] };

export async function writeIndexFile(
  path: string,
  { facts, parts }: IndexParts,
  pause: () => Promise<void>,
): Promise<void> {
  const sums: Head['parts'][number][] = [];
  for (const part of parts) {
    sums.push([part.length, sumOf(part)]);
    await pause();
  }
  const text = Buffer.from(JSON.stringify({ facts, parts: sums } satisfies Head));
  const numbers = Uint32Array.of(ORDER, text.length, sumOf(text));
  await replaceFile(path, [MAGIC, Buffer.from(numbers.buffer), text, ...parts]);
}

/**
 * Reads a file into the arrays that `arraysFor` makes of its facts. Returns false if it is missing, damaged, or of another
 * version or machine; what the arrays hold then means nothing.
 */
export async function readIndexFile(
  path: string,
  arraysFor: (facts: unknown) => readonly Uint8Array[],
): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await openPlainFile(path);
    const opened = file;
    const { size } = await file.stat();
    const found = size > MOST_BYTES ? undefined : await headOf(file, size);
    if (found === undefined) return false;
    const arrays = arraysFor(found.head.facts);
    let at = found.end;
    const reads = found.head.parts.map(async ([length, sum], number) => {
      const array = arrays[number];
      const from = at;
      at += length;
      return array?.length === length && (await isFilled(opened, array, from)) && sumOf(array) === sum;
    });
    const isRead = await Promise.all(reads);
    return at === size && arrays.length === reads.length && isRead.every(Boolean);
  } catch {
    // Missing, unreadable, or made by another version with the same number.
    return false;
  } finally {
    await file?.close();
  }
}

async function headOf(file: FileHandle, size: number): Promise<{ head: Head; end: number } | undefined> {
  const start = new Uint8Array(START);
  if (!(await isFilled(file, start, 0)) || MAGIC.compare(start, 0, MAGIC.length) !== 0) return undefined;
  const [order, length = 0, sum] = new Uint32Array(start.slice(MAGIC.length).buffer);
  if (order !== ORDER || START + length > size) return undefined;
  const text = Buffer.alloc(length);
  if (!(await isFilled(file, text, START)) || sumOf(text) !== sum) return undefined;
  return { head: JSON.parse(text.toString()) as Head, end: START + length };
}

function sumOf(bytes: Uint8Array): number {
  return createHash('sha1').update(bytes).digest().readUInt32BE(0);
}

async function isFilled(file: FileHandle, array: Uint8Array, from: number): Promise<boolean> {
  for (let at = 0; at < array.length; ) {
    const { bytesRead } = await file.read(array, at, array.length - at, from + at);
    if (bytesRead === 0) return false;
    at += bytesRead;
  }
  return true;
}
