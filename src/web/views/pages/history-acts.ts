/** What can be done with a command of the history, for the menu of its row and for the keys that it has in the window. */

import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { MOST_EXPORTED } from '../../../client/blocks/exported-blocks.ts';
import { readOutputLines } from '../../../client/blocks/output-lines.ts';
import type { RunPlace } from '../../../client/blocks/recorded-run.ts';
import { IDLE } from '../../../client/commands/conditions.ts';
import { HISTORY_COMMANDS } from '../../../client/commands/history.ts';
import { bindingFor } from '../../../client/commands/keymap.ts';
import { statusOfPast } from '../../../client/history-search.ts';
import { exportablePast } from '../../../client/run/exported-runs.ts';
import type { HistoryCommand } from '../../../protocol/cotty/history.ts';
import { textOfLine } from '../../../screen/cells/styled-line.ts';
import { type HistoryList, listedCommands } from '../../model/history-list.ts';
import type { Anchor } from '../../model/menu.ts';
import type { Page } from '../../model/page.ts';
import { pressedKey, USUAL_KEYMAP } from '../../model/page-keymap.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import type { OutputLines } from '../../text/output-lines.ts';
import { compareRun, markedOther, markRun, runAgain } from '../menu/compare-acts.ts';
import { type Entry, itemsFor } from '../menu/entries.ts';
import { copyText } from '../parts/copy-text.ts';

/** A command in the list of the history. */
export type PastPlace = {
  readonly page: Page;
  readonly list: HistoryList;
  readonly outputs: OutputLines;
  readonly command: HistoryCommand;
};

type Known = keyof typeof HISTORY_COMMANDS;

function named<Id extends Known>(id: Id): { readonly id: Id; readonly title: string } {
  return { id, title: HISTORY_COMMANDS[id].title };
}

const always = () => true;
const hasEnded = ({ command }: PastPlace) => statusOfPast(command).kind !== 'running';
const mayAnnotate = (place: PastPlace) => place.page.mayType && hasEnded(place);
const otherMark = ({ page, command }: PastPlace) => markedOther(page, runOf(command));
const mayWrite = ({ page, command }: PastPlace) =>
  page.mayType && command.commandLine !== '' && page.front.peek() !== undefined;
const mayRun = (place: PastPlace) => mayWrite(place) && place.page.front.peek()?.takesLines.peek() === true;

export const PAST_ENTRIES: readonly (readonly Entry<PastPlace>[])[] = [
  [
    { ...named('history.copyOutput'), isShown: always, run: copyOutput },
    {
      ...named('history.copyCommand'),
      isShown: always,
      run: ({ page, command }) => void copyText(page, 'the command', withoutControls(command.commandLine)),
    },
  ],
  [
    { ...named('history.rerun'), isShown: mayRun, run: (place) => rerun(place, false) },
    { ...named('history.edit'), isShown: mayWrite, run: writeIntoLine },
    { ...named('history.rerunCompare'), isShown: mayRun, run: (place) => rerun(place, true) },
    {
      id: 'history.compareMarked',
      title: 'Compare with the marked run',
      isShown: (place) => hasEnded(place) && otherMark(place) !== undefined,
      run: (place) => compareRun(place.page, runOf(place.command), otherMark(place)),
    },
    {
      id: 'history.compare',
      title: 'Compare with the last run',
      isShown: hasEnded,
      run: ({ page, command }) => compareRun(page, runOf(command)),
    },
    {
      id: 'history.compareSucceeded',
      title: 'Compare with the last that succeeded',
      isShown: hasEnded,
      run: ({ page, command }) => compareRun(page, runOf(command), 'succeeded'),
    },
    {
      ...named('history.compareMark'),
      isShown: hasEnded,
      run: ({ page, command }) => markRun(page, runOf(command), 'command'),
    },
  ],
  [
    { ...named('history.bookmark'), isShown: mayAnnotate, run: toggleBookmark },
    { ...named('history.note'), isShown: mayAnnotate, run: askForNote },
  ],
  [
    {
      ...named('history.export'),
      isShown: (place) => hasEnded(place) && place.command.commandLine !== '',
      run: exportPast,
    },
  ],
];

export function openPastMenu(place: PastPlace, anchor: Anchor): void {
  const title = firstLine(place.command.commandLine);
  place.page.menu.value = { title, groups: itemsFor(PAST_ENTRIES, place), anchor };
}

/** Does what a key of the window's history means for a command. Returns whether it means something. */
export function pastKey(event: KeyboardEvent, place: PastPlace): boolean {
  if (event.isComposing || event.metaKey || place.page.isModal.peek()) return false;
  const key = pressedKey(event);
  const command = key && bindingFor(USUAL_KEYMAP, 'history', key, IDLE)?.command;
  if (command === undefined) return false;
  // The key that compares takes the marked run, if there is one.
  const ids = command === 'history.compare' ? ['history.compareMarked', command] : [command];
  const entry = PAST_ENTRIES.flat().find(({ id, isShown }) => ids.includes(id) && isShown(place));
  entry?.run(place);
  return entry !== undefined;
}

function runOf({ terminal: uri, seq }: HistoryCommand): RunPlace {
  return { uri, seq };
}

/** Leads to the terminal in front, and runs the command there. */
function rerun({ page, command }: PastPlace, shows: boolean): void {
  const front = page.front.peek();
  if (front === undefined) return;
  page.go({ kind: 'terminal', uri: front.uri });
  runAgain(page, front, { of: runOf(command), commandLine: command.commandLine, shows });
}

function writeIntoLine({ page, command }: PastPlace): void {
  const front = page.front.peek();
  if (front === undefined) return;
  page.go({ kind: 'terminal', uri: front.uri });
  front.list.selected.value = undefined;
  front.write(command.commandLine);
}

function toggleBookmark({ page, list, command }: PastPlace): void {
  page.messages.watch(list.annotate(command, { bookmarked: command.bookmarked !== true }));
}

function askForNote({ page, list, command }: PastPlace): void {
  const { commandLine, note = '' } = command;
  const keep = (text: string) => list.annotate(command, { note: text });
  page.dialog.value = { kind: 'note', commandLine, note, keep };
}

/** Asks in which format it, or all that are listed, are written. */
function exportPast({ page, list, command }: PastPlace): void {
  const shown = exportablePast(listedCommands(list.search.peek()), MOST_EXPORTED);
  page.dialog.value = { kind: 'export', chosen: { past: command }, shown };
}

/** Limit: UTF-16 units of an output that is copied; of a longer one the beginning is. */
const MOST_CHARS = 4 * 1024 * 1024;

function copyOutput({ page, outputs, command: { terminal, seq } }: PastPlace): void {
  const read = readOutputLines(
    (asked) => page.client.cotty.output(terminal, asked),
    { seq, fromLine: 1 },
    MOST_CHARS,
  );
  const text = read.then((found) =>
    outputs
      .of(found.text)
      .map((line) => textOfLine(line).trimEnd())
      .join('\n'),
  );
  page.messages.watch(text.then((found) => copyText(page, 'the output', found)));
}
