/** Number of characters each terminal has printed, from which a reader learns how much it missed. */

import type { Action, UnknownAction } from '../../../protocol/envelope.ts';
import type { ContentPart } from '../../../protocol/terminal/state.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export class OutputCounts {
  readonly #counts = new WeakMap<Terminal, number>();

  /** Must be called with each action after it was reduced. Before the first one nothing was trimmed, so the content is complete. */
  take(terminal: Terminal, action: Action | UnknownAction): void {
    if (action.type !== 'terminal/data') return;
    const known = this.#counts.get(terminal);
    this.#counts.set(terminal, known === undefined ? keptChars(terminal) : known + action.data.length);
  }

  of(terminal: Terminal): number {
    return this.#counts.get(terminal) ?? keptChars(terminal);
  }

  /** Characters that the host no longer has: trimmed, cleared or forgotten. */
  gone(terminal: Terminal): number {
    return Math.max(0, this.of(terminal) - keptChars(terminal));
  }
}

export function textOf(content: readonly ContentPart[]): string {
  return content.map((part) => (part.type === 'unclassified' ? part.value : part.output)).join('');
}

function keptChars({ state }: Terminal): number {
  return state.content.reduce(
    (sum, part) => sum + (part.type === 'unclassified' ? part.value : part.output).length,
    0,
  );
}
