/** Outputs as lines: at once where they are plain, a moment later where an emulator has to read them. */

import { signal } from '@preact/signals';
import { LruCache } from '../../client/blocks/lru-cache.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import type { EmulatedOutputs } from './emulated-output.ts';
import { plainOutput } from './plain-output.ts';
import type { StyledLine } from './styled-line.ts';

/** Limit: UTF-16 units of outputs whose lines are kept; beyond it the least recently shown are read again. */
const KEPT_CHARS = 8 * 1024 * 1024;

export class RenderedOutputs {
  readonly #kept = new LruCache<CommandPart, readonly StyledLine[]>(KEPT_CHARS);
  readonly #emulated: EmulatedOutputs;
  readonly #asked = new WeakSet<CommandPart>();
  /** Counts what has come later: who shows it reads it again. */
  readonly #come = signal(0);

  constructor(emulated: EmulatedOutputs) {
    this.#emulated = emulated;
  }

  /** Returns the lines; undefined while an emulator reads them, after which whoever asked inside a view is drawn again. */
  lines(part: CommandPart): readonly StyledLine[] | undefined {
    const known = this.#kept.get(part);
    if (known !== undefined) return known;
    const plain = plainOutput(part.output);
    if (plain !== undefined) return this.#keep(part, plain);
    void this.#come.value;
    if (!this.#asked.has(part)) void this.#emulate(part);
    return undefined;
  }

  async #emulate(part: CommandPart): Promise<void> {
    this.#asked.add(part);
    const { cols } = cottyMeta<CommandMeta>(part._meta);
    this.#keep(part, await this.#emulated.lines(part.output, cols));
    this.#asked.delete(part);
    this.#come.value += 1;
  }

  #keep(part: CommandPart, lines: readonly StyledLine[]): readonly StyledLine[] {
    return this.#kept.set(part, lines, part.output.length + 1);
  }
}
