/** What a command prints while it runs, as progress: whole new lines, a few times a second, the newest where there are many. */

import { PlainStream } from '../../screen/text/plain-stream.ts';
import type { Agent } from './agent.ts';
import { coalesced } from './coalesced.ts';

const EVERY_MS = 400;
/** Of one message; a flood shows its end, and the record has the rest. */
const MESSAGE_LINES = 20;
const MESSAGE_CHARS = 2_000;
/** Text that may wait for the next message, in characters. */
const MAX_WAITING = 64 * 1024;

export type Progress = (count: number, message: string) => void;

/** The count is that of the lines so far. The returned function ends it. */
export async function followOutput(agent: Agent, uri: string, tell: Progress): Promise<() => void> {
  const view = await agent.views.open(uri);
  const stream = new PlainStream();
  let lines = 0;
  let waiting = '';
  let running: string | undefined;
  const messages = coalesced(EVERY_MS, () => {
    const message = lastPart(waiting);
    waiting = '';
    tell(lines, message);
  });
  const add = (data: string): void => {
    const printed = stream.add(data);
    if (printed === '') return;
    lines += printed.split('\n').length - 1;
    waiting = (waiting + printed).slice(-MAX_WAITING);
    messages.soon();
  };
  const stop = view.mirror.onChange((_state, cause) => {
    if (cause.kind === 'snapshot') return;
    const { action } = cause.envelope;
    if (action.type === 'terminal/commandExecuted') running = action.commandId;
    // The end of an older one is told again when it is forgotten.
    if (action.type === 'terminal/commandFinished' && action.commandId === running) running = undefined;
    // The echo of the typed line and the prompt are no output.
    if (running !== undefined && action.type === 'terminal/data') add(action.data);
  });
  return () => {
    stop();
    messages.close();
    view.close();
  };
}

function lastPart(text: string): string {
  return text.trimEnd().split('\n').slice(-MESSAGE_LINES).join('\n').slice(-MESSAGE_CHARS);
}
