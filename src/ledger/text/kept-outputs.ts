/** Tracks the outputs of one terminal's commands on disk, and deletes the oldest beyond the limits. */

import { rm, stat } from 'node:fs/promises';
import type { TextLimits } from './text-limits.ts';
import { damagedParts, partPath, type TextPart, textParts } from './text-names.ts';

export type Written = { readonly part: TextPart; bytes: number };
/** The parts of one output, with the sum of their bytes. */
export type Output = { readonly parts: Written[]; bytes: number };

export class KeptOutputs {
  readonly #folder: string;
  readonly #limits: TextLimits;
  /** Sizes by command, oldest first; undefined until the folder was read. */
  #outputs: Map<number, Output> | undefined;
  /** Bytes of all of them. */
  #bytes = 0;
  /** Parts of this command that begin at `chars` UTF-16 units or later are deleted: they will be written again. */
  #told: { readonly seq: number; readonly chars: number } | undefined;

  constructor(folder: string, limits: TextLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Output of a command from `chars` on will be written again. Must be called before the folder is first read. */
  toldAgain(seq: number, chars: number): void {
    this.#told = { seq, chars };
  }

  /** Returns the output of a command, with nothing in it if nothing is written. */
  async output(seq: number): Promise<Output> {
    const outputs = await this.#all();
    const known = outputs.get(seq) ?? { parts: [], bytes: 0 };
    outputs.set(seq, known);
    return known;
  }

  /** Must be called when bytes were written to the last part of an output. */
  grown(output: Output, bytes: number): void {
    const last = output.parts.at(-1);
    if (last !== undefined) last.bytes += bytes;
    output.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Deletes what is beyond the limits: of this output its middle, then whole outputs, oldest first. */
  async shrink(seq: number): Promise<void> {
    const outputs = await this.#all();
    const output = await this.output(seq);
    while (output.bytes > this.#limits.output && output.parts.length > 2) {
      const [gone] = output.parts.splice(firstOfTail(output.parts, this.#limits.output / 2), 1);
      if (gone === undefined) break;
      output.bytes -= gone.bytes;
      this.#bytes -= gone.bytes;
      await rm(partPath(this.#folder, gone.part), { force: true });
    }
    for (const oldest of outputs.keys()) {
      if (this.#bytes <= this.#limits.folder || oldest === seq) break;
      await this.remove(oldest);
    }
  }

  async remove(seq: number): Promise<void> {
    const outputs = await this.#all();
    const output = outputs.get(seq);
    await removeParts(this.#folder, seq, output?.parts.map(({ part }) => part) ?? []);
    outputs.delete(seq);
    this.#bytes -= output?.bytes ?? 0;
  }

  /** Reads the folder once: the outputs of earlier hosts count for the limit, too. */
  async #all(): Promise<Map<number, Output>> {
    if (this.#outputs !== undefined) return this.#outputs;
    const found: [number, Output][] = [];
    for (const [seq, parts] of await textParts(this.#folder)) found.push([seq, await this.#found(parts)]);
    this.#outputs = new Map(found.sort(([left], [right]) => left - right));
    this.#bytes = found.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    return this.#outputs;
  }

  async #found(all: readonly TextPart[]): Promise<Output> {
    const told = this.#told;
    const parts: Written[] = [];
    for (const part of all) {
      const path = partPath(this.#folder, part);
      if (part.seq === told?.seq && part.char >= told.chars) await rm(path, { force: true });
      else parts.push({ part, bytes: (await stat(path)).size });
    }
    return { parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
  }
}

/** Deletes the output of a command from a folder in which nothing is written any more. */
export async function removeText(folder: string, seq: number): Promise<void> {
  await removeParts(folder, seq, (await textParts(folder)).get(seq) ?? []);
}

async function removeParts(folder: string, seq: number, parts: readonly TextPart[]): Promise<void> {
  const paths = parts.map((part) => partPath(folder, part));
  for (const path of [...paths, ...(await damagedParts(folder, seq))]) await rm(path, { force: true });
}

/** Returns the index of the oldest part after the head, which ends at the first gap; never the last part, which still grows. */
function firstOfTail(parts: readonly Written[], head: number): number {
  let left = head;
  const at = parts.findIndex(({ part, bytes }, index) => {
    left -= bytes;
    return left < 0 || part.part !== index;
  });
  return Math.min(at, parts.length - 2);
}
