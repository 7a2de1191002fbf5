/** `term_keys` and `term_interrupt` — type keys into the program that runs in a terminal. */

import * as z from 'zod';
import type { Mirror } from '../../client/mirror.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import { dataIn } from '../../protocol/envelope.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { keyModesOf, ordinaryModes, parseKeys } from '../../screen/keys/key-notation.ts';
import { otherSpelling } from '../../screen/keys/other-spelling.ts';
import type { Agent } from '../agent/agent.ts';
import { runningIn } from '../agent/command-state.ts';
import { type Patience, waitForEnd } from '../agent/wait-for.ts';
import { screenSchema } from '../answers/schemas.ts';
import { endsText } from '../commands/key-reader.ts';
import { screenText, shownScreen } from './screen.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, type Call, no, runs, tool } from './tool.ts';
import { milliseconds, name } from './tool-params.ts';

const INTERRUPT_MS = 3_000;

export const keys = tool({
  name: 'term_keys',
  title: 'Send keys',
  description:
    'Types into the program that runs in a terminal: answers to prompts, REPLs, editors, menus. Text is typed as it is. Keys have names: <Enter> <Esc> <Tab> <Up> <F5> <C-c> <M-x> <S-Tab>; C-c or Enter alone is a key too. Escapes: \\x03 \\n \\t \\e \\u00e9. Write <lt> for a literal < before a word and >, and \\\\ for a backslash. To run a command use term_run. Returns the screen once it has settled.',
  input: z.strictObject({
    name,
    keys: z.string().min(1).max(100_000),
    wait: z.number().min(0).max(60).optional().describe('Most seconds until the screen settles. Default: 2'),
  }),
  output: z.object({ ok: z.boolean(), screen: screenSchema.optional() }),
  hints: runs,
  async run(call, args) {
    const { wait: seconds = SETTLE_SECONDS } = args;
    const sent = await sendKeys(call.agent, args);
    const found = terminalNamed(call.agent, args.name);
    if (!sent.ok || seconds === 0 || !found.ok) return sent;
    const shown = shownScreen(await settledScreen(call, found.uri, milliseconds(seconds)));
    const text = `${understoodNote(args.keys)}${screenText(shown, found.name)}`;
    return { ok: true, text, data: { ok: true, screen: shown } };
  },
});

const SETTLE_SECONDS = 2;

/** Says how the keys were understood, where tmux would understand them in another way: `ls Enter`, `C-c`. */
function understoodNote(keys: string): string {
  const alone = keysAlone(keys);
  if (alone !== undefined)
    return `("${keys}" was pressed as ${alone}; to type the letters, write the first as ${escapeOf(keys.trim())})\n`;
  const word = keys.slice(keys.lastIndexOf(' ') + 1);
  const meant = word === keys ? undefined : otherSpelling(word);
  return meant === undefined ? '' : `("${word}" was typed as text; the key is written ${meant})\n`;
}

/** Returns our notation for a text that consists only of keys in the spelling of tmux and `cotty send`: `C-x C-c`. */
function keysAlone(text: string): string | undefined {
  const words = text.trim().split(/ +/);
  const keys = words.flatMap((word) => otherSpelling(word) ?? []);
  return keys.length === words.length ? keys.join('') : undefined;
}

/** The first character as an escape, so that the rest is text. */
function escapeOf(text: string): string {
  return `\\x${text.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

export async function sendKeys(
  agent: Agent,
  args: { readonly name: string; readonly keys: string },
): Promise<Answer> {
  const found = terminalNamed(agent, args.name);
  if (!found.ok) return found;
  const parsed = parseKeys(keysAlone(args.keys) ?? args.keys);
  if (!parsed.ok) return no(parsed.error);
  const modes = parsed.needsModes ? keyModesOf(await agent.client.cotty.screen(found.uri)) : ordinaryModes;
  await agent.client.cotty.type(found.uri, parsed.bytes(modes));
  return { ok: true, text: `${understoodNote(args.keys)}ok`, data: { ok: true } };
}

export const interrupt = tool({
  name: 'term_interrupt',
  title: 'Interrupt',
  description:
    'Sends Ctrl+C to the program that runs in a terminal and waits a few seconds for it to end. If it goes on, says which keys end it.',
  input: z.strictObject({ name }),
  output: z.object({ ok: z.boolean(), ended: z.boolean() }),
  hints: { ...runs, idempotentHint: true },
  run: (call, args) => interruptIn(call, args.name),
});

export async function interruptIn({ agent, signal }: Call, name: string): Promise<Answer> {
  const found = terminalNamed(agent, name);
  if (!found.ok) return found;
  const ran = runningIn(await agent.look(found.uri));
  await agent.client.cotty.type(found.uri, '\x03');
  if (ran === undefined) {
    const text = `${found.name}: no command was running; the line at the prompt is cleared`;
    return { ok: true, text, data: { ok: true, ended: true } };
  }
  const { commandId } = ran;
  const ended = await waitForEnd(agent, found.uri, { commandId, timeoutMs: INTERRUPT_MS, signal });
  const cmd = JSON.stringify(ran.commandLine);
  if (ended) return { ok: true, text: `${found.name}: ${cmd} has ended`, data: { ok: true, ended } };
  const info = agent.terminals.find(({ resource }) => resource === found.uri);
  const { lineEditing, foreground } = cottyMeta<TerminalMeta>(info?._meta);
  const instead =
    lineEditing === false
      ? `${foreground ?? 'it'} reads Ctrl+C as a key: ${endsText(foreground)}`
      : 'it ignores Ctrl+C: term_keys with <C-\\> may end it, term_close does';
  const text = `${found.name}: Ctrl+C ended nothing: ${cmd} still runs after ${INTERRUPT_MS / 1000} s. ${instead}`;
  return { ok: true, text, data: { ok: true, ended } };
}

/** Milliseconds without output after which the screen counts as settled. */
const QUIET_MS = 300;

/** Returns the screen when it has settled, or as it is at the timeout or when the caller cancels. */
export async function settledScreen(
  { agent, signal }: Pick<Call, 'agent' | 'signal'>,
  uri: string,
  timeoutMs: number,
): Promise<ScreenReport> {
  const { mirror, close } = await agent.watched.open(uri);
  try {
    await quiet(mirror, { timeoutMs, signal });
  } finally {
    close();
  }
  return agent.client.cotty.screen(uri);
}

function quiet(mirror: Mirror<TerminalState>, { timeoutMs, signal }: Patience): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(silence);
      clearTimeout(timeout);
      signal.removeEventListener('abort', end);
      for (const stop of stops) stop();
      resolve();
    };
    const silence = setTimeout(end, QUIET_MS);
    const timeout = setTimeout(end, timeoutMs);
    const stops = [
      mirror.onChange((_state, cause) => {
        if (cause.kind === 'snapshot' || dataIn(cause.envelope.action) !== undefined) silence.refresh();
      }),
      mirror.onGone(end),
    ];
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted || mirror.gone) end();
  });
}
