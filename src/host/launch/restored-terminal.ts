/** A recovered terminal as the wish for a new one, and the content it had. */

import type { RecordedTerminal } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { asCommandPart } from '../../ledger/records/command-part.ts';
import { keptEnv } from '../../ledger/records/kept-env.ts';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Pty } from '../pty/pty-port.ts';
import { readDirectory } from './cwd.ts';
import type { Origin } from './origin.ts';
import { inRoot } from './root-folder.ts';

/**
 * Viewers that replay the content must not be left in what a program that was cut off had switched on: alternate
 * screen, mouse, pasting, pen, scroll region.
 */
const CALM = '\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[!p';

export function restoredParams({ terminal: facts }: Recovered): CreateTerminalParams {
  const { uri, claim, name, named, cwd, cols, rows, root } = facts;
  const isUsable = (path: string) => (root === undefined ? readDirectory(path) : inRoot(root, path)).ok;
  return {
    channel: uri,
    claim,
    ...(named ? { name } : {}),
    // Elsewhere rather than not at all: a folder may be gone, or on a disk that is.
    ...(cwd !== undefined && isUsable(cwd) ? { cwd } : {}),
    ...(cols === undefined || rows === undefined ? {} : { cols, rows }),
  };
}

/** Nothing to restore: the state as it is. */
export function restored(state: TerminalState, recovered: Recovered | undefined): TerminalState {
  if (recovered === undefined) return state;
  const { records, terminal: facts } = recovered;
  const title = facts.name || state.title;
  if (records.length === 0) return { ...state, title };
  return { ...state, title, content: [...records.map(asCommandPart), { type: 'unclassified', value: CALM }] };
}

/** What has to be known of a new terminal to bring it back one day. */
export function factsOf(
  { title, cwd, cols, rows, claim }: TerminalState,
  { shell: shellAsked, command, env: asked }: CreateMeta,
  known: Pick<RecordedTerminal, 'uri' | 'shell' | 'named'> & Origin,
): RecordedTerminal {
  const env = keptEnv(asked);
  return {
    ...known,
    name: title,
    ...(shellAsked === undefined ? {} : { shellAsked }),
    ...(command === undefined ? {} : { program: command.map(quote).join(' ') }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(cols === undefined || rows === undefined ? {} : { cols, rows }),
    claim,
    ...(env === undefined ? {} : { env }),
    state: 'open',
  };
}

/** Should this host be killed, the next one ends what is left of it. */
export function processOf({ pid, start }: Pty): Pick<RecordedTerminal, 'process'> {
  return pid === undefined || start === undefined ? {} : { process: { pid, start } };
}

/** As a shell reads it. */
function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
