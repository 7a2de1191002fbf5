/** Restores a recorded terminal: a `createTerminal` request made of its record, and the content it had. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { asCommandPart } from '../../ledger/records/command-part.ts';
import { keptEnv } from '../../ledger/records/kept-env.ts';
import { shellWord } from '../../protocol/common/shell-quote.ts';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Pty } from '../pty/pty-port.ts';
import type { Origin } from './origin.ts';

/**
 * Sequences that reset the modes of a killed program for viewers that replay the content: alternate screen, mouse,
 * focus events, bracketed paste, pen, scroll region.
 */
const RESET = '\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[!p';

export function restoredParams({ terminal: facts }: Recovered): CreateTerminalParams {
  const { uri, claim, cwd, cols, rows } = facts;
  return {
    channel: uri,
    claim,
    ...(cwd === undefined ? {} : { cwd }),
    ...(cols === undefined || rows === undefined ? {} : { cols, rows }),
  };
}

/** Adds the recorded content to the state; without a record the state stays as it is. */
export function withRestoredContent(state: TerminalState, recovered: Recovered | undefined): TerminalState {
  if (recovered === undefined) return state;
  const { records } = recovered;
  if (records.length === 0) return state;
  return {
    ...state,
    content: [...records.map(asCommandPart), { type: 'unclassified', value: RESET }],
  };
}

/** Returns the facts about a new terminal that are recorded to restore it later. */
export function recordedFacts(
  { cwd, cols, rows, claim }: TerminalState,
  { shell: shellAsked, command, env: asked }: CreateMeta,
  known: Pick<TerminalFacts, 'uri' | 'shell' | 'name' | 'named' | 'earlier'> & Origin,
): TerminalFacts {
  const env = keptEnv(asked);
  return {
    ...known,
    ...(shellAsked === undefined ? {} : { shellAsked }),
    ...(command === undefined ? {} : { program: command.map(shellWord).join(' ') }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(cols === undefined || rows === undefined ? {} : { cols, rows }),
    claim,
    ...(env === undefined ? {} : { env }),
    state: 'open',
  };
}

/** Returns the process to record: if this host is killed, the next one ends what is left of it. */
export function processOf({ pid, start }: Pty): Pick<TerminalFacts, 'process'> {
  return pid === undefined || start === undefined ? {} : { process: { pid, start } };
}
