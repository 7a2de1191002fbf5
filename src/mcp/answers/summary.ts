/** A summary of all terminals for an agent, one line each: `[id] purpose (status, created by whom, pid) — shell in folder; activity`. */

import { exitWords } from '../../protocol/common/exit-status.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import { joinedLines } from '../../protocol/common/one-line.ts';
import { onMachine } from '../../protocol/cotty/terminal-names.ts';
import { stateText } from '../../protocol/cotty/wake-text.ts';
import { shownWords } from '../../protocol/terminal/program-status.ts';
import type { ShownTerminal } from './schemas.ts';
import { originOf } from './terminal-description.ts';

/** Titles, purposes and commands come from others: each is put on one line and cut to this length. */
const MAX_TEXT = 120;

/** Returns an empty text if there are no terminals. */
export function summary(terminals: readonly ShownTerminal[]): string {
  if (terminals.length === 0) return '';
  return [
    `## Active Terminals (${terminals.length}):`,
    ...terminals.map((terminal) => `- ${summaryLine(terminal)}`),
    '',
    'You can read from any terminal using term_read and term_screen, including user-created shells.',
  ].join('\n');
}

export function summaryLine(terminal: ShownTerminal): string {
  const { id, title, machine, away, purpose, status, pid, exit_code } = terminal;
  const name = onMachine(machine, title);
  const what = purpose === null || purpose === title ? name : `${name}: ${purpose}`;
  const ended = exit_code === null ? '' : ` ${exit_code}`;
  const details = [
    away ?? `${status}${ended}`,
    `created by ${originOf(terminal)}`,
    ...(pid === null ? [] : [`pid: ${pid}`]),
  ];
  return nameText(`[${id}] ${oneLine(what)} (${details.join(', ')})${activity(terminal)}`);
}

function activity(terminal: ShownTerminal): string {
  const { running, program, last, holder, held_by_you, asked_by, closed_until } = terminal;
  const runs =
    running === null
      ? []
      : [`runs $ ${oneLine(running.cmd)} for ${running.seconds} s, by ${running.writer ?? 'somebody'}`];
  const tells = program === null ? [] : [programText(program)];
  const ran =
    last === null || running !== null ? [] : [`last $ ${oneLine(last.cmd)} → ${exitWord(last.exit)}`];
  const held =
    closed_until !== undefined
      ? [`closed, can be read until ${closed_until}`]
      : held_by_you
        ? ['held by you']
        : holder === null
          ? []
          : [`held by ${holder}`];
  const asked = asked_by === null ? [] : [`asked for by ${asked_by}`];
  const all = [...placeOf(terminal), ...runs, ...tells, ...ran, ...annotated(terminal), ...held, ...asked];
  return all.length === 0 ? '' : ` — ${all.join('; ')}`;
}

/** `fish in /home/ada/src`: which shell reads commands, and where. */
function placeOf({ shell, cwd }: ShownTerminal): readonly string[] {
  if (shell === null) return cwd === null ? [] : [`in ${oneLine(cwd)}`];
  return [`${oneLine(shell)}${cwd === null ? '' : ` in ${oneLine(cwd)}`}`];
}

function programText(program: NonNullable<ShownTerminal['program']>): string {
  const { msg, seconds } = program;
  const said =
    msg === undefined ? '' : `, in its own untrusted words: ${shownWords(oneLine(msg), undefined)}`;
  return `${oneLine(stateText(program))} for ${seconds} s${said}`;
}

/** `2 notes, newest on #12 by user:ada: "this is the failure I mean"`, `1 bookmark`. */
function annotated({ notes, newest_note: newest, bookmarks }: ShownTerminal): readonly string[] {
  const count = notes === 1 ? '1 note' : `${notes} notes`;
  const which = `${notes === 1 ? '' : ', newest'} on #${newest?.seq} by ${newest?.by ?? 'somebody'}`;
  return [
    ...(newest === null ? [] : [`${count}${oneLine(which)}: "${oneLine(newest.note)}"`]),
    ...(bookmarks === 0 ? [] : [bookmarks === 1 ? '1 bookmark' : `${bookmarks} bookmarks`]),
  ];
}

function exitWord(exit: number | null): string {
  return exit === null ? 'no exit code' : exitWords(exit);
}

function oneLine(text: string): string {
  const flat = nameText(joinedLines(text));
  return flat.length > MAX_TEXT ? `${flat.slice(0, MAX_TEXT - 1)}…` : flat;
}
