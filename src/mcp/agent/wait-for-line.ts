/** Waits for a line in the output of a running command. */

import type { Cause, Mirror } from '../../client/mirror.ts';
import { dataIn } from '../../protocol/envelope.ts';
import type { CommandPart, TerminalState } from '../../protocol/terminal/state.ts';
import { PlainStream } from '../../screen/text/plain-stream.ts';
import type { Patience } from './wait-for.ts';

/** Limit in characters of an incomplete line, which is searched again with each piece; beyond it the beginning is dropped. */
const MAX_BEGUN = 4096;

export type Wanted = {
  readonly commandId: string;
  readonly matches: (line: string) => boolean;
};

/** `line` is absent when the command ended, or disappeared, without a matching line. */
export type Seen = { readonly line?: string };

/** Resolves to undefined at the timeout or if the caller cancels. */
export function waitForLine(
  mirror: Mirror<TerminalState>,
  { commandId, matches }: Wanted,
  { timeoutMs, signal }: Patience,
): Promise<Seen | undefined> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const settle = (seen: Seen | undefined): void => {
      for (const stop of stops) stop();
      resolve(seen);
    };
    const search = new LineSearch(commandId, matches);
    const giveUp = (): void => settle(undefined);
    const settleIf = (seen: Seen | undefined): void => {
      if (seen !== undefined) settle(seen);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    stops.push(
      () => clearTimeout(timer),
      () => signal.removeEventListener('abort', giveUp),
      mirror.onChange((state, cause) => settleIf(search.changed(state, cause))),
      mirror.onGone(() => settle({})),
    );
    if (signal.aborted) giveUp();
    else if (mirror.gone) settle({});
    else settleIf(search.changed(mirror.state, { kind: 'snapshot' }));
  });
}

/**
 * Reads each piece of the output once, as it arrives: the mirror keeps only the head and the end of a long output. After a
 * snapshot it starts again with the content of the mirror.
 */
class LineSearch {
  readonly #id: string;
  readonly #matches: (line: string) => boolean;
  #stream = new PlainStream();
  /** The part of the last line that the stream no longer holds. */
  #begun = '';

  constructor(id: string, matches: (line: string) => boolean) {
    this.#id = id;
    this.#matches = matches;
  }

  changed(state: TerminalState, cause: Cause): Seen | undefined {
    if (cause.kind === 'snapshot') return this.#restart(state);
    const { action } = cause.envelope;
    if (action.type === 'terminal/exited') return {};
    if (action.type === 'terminal/commandFinished' && action.commandId === this.#id) return {};
    const data = dataIn(action)?.data;
    const last = state.content.at(-1);
    const isOurs = last?.type === 'command' && last.commandId === this.#id && !last.isComplete;
    return data === undefined || !isOurs ? undefined : this.#read(data);
  }

  #restart({ content, lifecycle }: TerminalState): Seen | undefined {
    this.#stream = new PlainStream();
    this.#begun = '';
    const part = content.findLast(
      (each): each is CommandPart => each.type === 'command' && each.commandId === this.#id,
    );
    if (part === undefined) return {};
    const seen = this.#read(part.output);
    return seen ?? (part.isComplete || lifecycle.status === 'exited' ? {} : undefined);
  }

  #read(data: string): Seen | undefined {
    const lines = (this.#begun + this.#stream.add(data)).split('\n');
    this.#begun = (lines.pop() ?? '').slice(-MAX_BEGUN);
    // A program that asks a question prints no line feed after it: the last line may match before it is complete.
    const line = [...lines, this.#begun + this.#stream.open]
      .map((each) => each.trimEnd())
      .find(this.#matches);
    return line === undefined ? undefined : { line };
  }
}
