/** An output in stretches of as many lines, of which only those in sight are fetched: so a million lines can be scrolled through. */

import { isRefusal } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { AskOutput } from '../../protocol/cotty/command-output.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { LruCache } from './lru-cache.ts';
import { readOutputLines } from './output-lines.ts';
import { withOutput } from './output-pieces.ts';

/** Lines of a stretch. */
export const STRETCH = 500;
/** Limit: UTF-16 units of one stretch; lines beyond it are read as plain text or downloaded. */
const STRETCH_CHARS = 4 * 1024 * 1024;
/** Limit: UTF-16 units of fetched stretches; beyond it those that were shown longest ago are fetched again. */
const KEPT_CHARS = 16 * 1024 * 1024;
/** Limit: requests under way. What is shown in the meantime is asked for when one has come. */
const MAX_ASKED = 4;

export type Stretch = {
  /** A part with these lines as its output. */
  readonly part: CommandPart;
  /** Whether lines are missing: the host has not kept them, or they are longer than the limit. */
  readonly cut: boolean;
};

export class OutputStretches {
  readonly #ask: AskOutput;
  readonly #onChange: () => void;
  readonly #kept = new LruCache<string, Stretch>(KEPT_CHARS);
  readonly #asked = new Set<string>();
  /** Stretches that the host could not give. */
  readonly #refused = new Set<string>();

  constructor(ask: AskOutput, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** Returns the lines from `STRETCH * index` on; undefined until they have come. */
  known(part: CommandPart, index: number): Stretch | undefined {
    return this.#kept.get(keyOf(part, index));
  }

  want(part: CommandPart, index: number): void {
    const { seq } = cottyMeta<CommandMeta>(part._meta);
    const key = keyOf(part, index);
    if (seq === undefined || this.#kept.get(key) !== undefined || this.#asked.has(key)) return;
    if (this.#refused.has(key) || this.#asked.size >= MAX_ASKED) return;
    this.#asked.add(key);
    readOutputLines(this.#ask, { seq, fromLine: index * STRETCH + 1, lines: STRETCH }, STRETCH_CHARS).then(
      ({ text, cut }) => {
        this.#asked.delete(key);
        this.#kept.set(key, { part: withOutput(part, text), cut }, text.length + 1);
        this.#onChange();
      },
      (error: unknown) => {
        this.#asked.delete(key);
        // What was lost with the connection is asked for when it is drawn again.
        if (isRefusal(error)) this.#refused.add(key);
      },
    );
  }

  close(): void {
    this.#kept.clear();
    this.#refused.clear();
  }
}

function keyOf({ commandId }: CommandPart, index: number): string {
  return `${commandId} ${index}`;
}
