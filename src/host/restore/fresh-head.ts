/**
 * Makes the head of a new replay log for a terminal whose own log is lost: from its recorded commands and the running one, with an
 * empty screen that has a notice.
 */

import { readRunning } from '../../ledger/files/running-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { noOutput, outputText } from '../../ledger/records/bounded-output.ts';
import { asCommandPart } from '../../ledger/records/command-part.ts';
import type { KeptCommand } from '../../ledger/records/kept-command.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandExecutedAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { splitStart } from '../../shell/split.ts';
import { asMeta, type OpenCommand, trackStart } from '../../shell/track-state.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import { type Checkpoint, REPLAY_VERSION, type ReplayHead } from '../keep/replay-head.ts';
import { NO_SHELL } from '../launch/open-terminal.ts';
import { noteCommand } from '../terminal/command-status.ts';

const NOTICE =
  '\x1b[2mcotty: the screen of this terminal could not be restored after a restart; its program still runs\x1b[22m\r\n';

/** `now` is in Unix milliseconds. */
export async function freshHead(
  { folder, terminal, records, lastSeq }: Recovered,
  now: number,
): Promise<ReplayHead> {
  const { shell, program, cols = DEFAULT_COLS, rows = DEFAULT_ROWS, name, cwd, claim } = terminal;
  const last = records.at(-1);
  const running = last !== undefined && last.finishedAt === undefined ? last : undefined;
  const printed = running === undefined ? '' : await printedBy(running, folder);
  const part = running && runningPart(running, printed);
  const open = part && openCommand(part);
  const detected = records.length > 0;
  const place = cwd === undefined ? {} : { cwd };
  const checkpoint: Checkpoint = {
    segments: splitStart,
    track: {
      ...trackStart,
      detected,
      ...(open === undefined ? {} : { phase: 'running', open }),
      ...(detected && running?.where === undefined ? { shell: { signer: 'own' } } : {}),
      ...place,
    },
    commands: lastSeq,
    // The content does not have what was on the screen.
    tail: { cut: true, resized: false },
    detected,
    title: name || shell,
    ...place,
    claim,
    content: [{ type: 'unclassified', value: NOTICE }, ...(part === undefined ? [] : [part])],
    screen: `${NOTICE}${printed}`,
    ...(running === undefined ? {} : { command: kept(running, printed) }),
    entered: [],
    status: open === undefined ? {} : noteCommand({}, executed(open), now),
    says: {},
  };
  const seq = running === undefined ? lastSeq : running.seq - 1;
  const isProgram = program !== undefined;
  return {
    version: REPLAY_VERSION,
    seq,
    shell,
    program: isProgram,
    ...off(isProgram),
    cols,
    rows,
    checkpoint,
  };
}

function off(isProgram: boolean): Pick<ReplayHead, 'integrationOff'> {
  return isProgram ? { integrationOff: NO_SHELL } : {};
}

/** Returns the output of the running command, as far as it was written. */
async function printedBy({ seq }: LedgerRecord, folder: string): Promise<string> {
  const left = await readRunning(folder).catch(() => undefined);
  return left?.seq === seq ? outputText(left.output, seq) : '';
}

function runningPart(record: LedgerRecord, output: string): CommandPart {
  const { durationMs: _duration, ...part } = asCommandPart(record);
  return { ...part, output, isComplete: false };
}

function openCommand({ commandId, commandLine, timestamp, _meta }: CommandPart): OpenCommand {
  return { commandId, commandLine, timestamp, meta: cottyMeta<CommandMeta>(_meta) };
}

function executed({ meta, ...command }: OpenCommand): CommandExecutedAction {
  return { type: 'terminal/commandExecuted', ...command, _meta: asMeta(meta) };
}

/** Recording of the output starts again with the part that is known. */
function kept(record: LedgerRecord, text: string): KeptCommand {
  return {
    record: { ...record, output: noOutput },
    text,
    before: { chars: 0, lines: 0 },
    passed: { chars: 0, bytes: 0, inLine: false },
    isWritten: false,
  };
}
