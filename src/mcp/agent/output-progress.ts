/** Reports what a running command prints as progress: whole lines, only the newest, a few times a second. */

import { PlainStream } from '../../screen/text/plain-stream.ts';
import type { Agent } from './agent.ts';
import { coalesced } from './coalesced.ts';

const EVERY_MS = 400;
/** Limits of one message. Of bulk output it has only the end; the record has the rest. */
const MESSAGE_LINES = 20;
const MESSAGE_CHARS = 2_000;
/** Maximum text that waits for the next message, in characters; older text is dropped. */
const MAX_WAITING = 64 * 1024;

export type Progress = (count: number, message: string) => void;

/** Calls `report` with the count of lines so far and the newest ones, until the returned function is called. */
export async function followOutput(agent: Agent, uri: string, report: Progress): Promise<() => void> {
  const view = await agent.watched.open(uri);
  const stream = new PlainStream();
  let lines = 0;
  let waiting = '';
  let running: string | undefined;
  const messages = coalesced(EVERY_MS, () => {
    const message = lastPart(waiting);
    waiting = '';
    report(lines, message);
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
    // Forgetting an older command repeats its commandFinished action.
    if (action.type === 'terminal/commandFinished' && action.commandId === running) running = undefined;
    // The echo of the typed line and the prompt are not output.
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
