/** Compares runs of commands from their blocks, and those that were run again when they have ended. */

import { effect } from '@preact/signals';
import {
  comparedRun,
  hasCommand,
  isSameRun,
  type RunPlace,
  recordedRun,
  seqOf,
} from '../../../client/blocks/recorded-run.ts';
import type { CompareAsk } from '../../../client/compare/comparing.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import { type Page, sentence } from '../../model/page.ts';
import type { Place } from '../../model/place.ts';
import { submit } from '../../model/submit.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { type BlockPlace, mayWrite } from './block-acts.ts';

/** Whether the run of a block can be compared: it has ended, and is on record. */
export function isCompared({ front, block }: Pick<BlockPlace, 'front' | 'block'>): boolean {
  return typeof comparedRun(front.uri, block) !== 'string';
}

/** Does something with the run of a block, or says why it has none. */
const withRun =
  (act: (page: Page, run: RunPlace) => void) =>
  ({ page, front, block }: BlockPlace): void => {
    const run = comparedRun(front.uri, block);
    if (typeof run === 'string') page.messages.say(sentence(run));
    else act(page, run);
  };

/** Compares it with the marked run, else with the last one of the same command in the same folder. */
export const compare = withRun((page, run) => compareRun(page, run, markedOther(page, run)));

/** Compares a run with another one; by default with the last one of the same command in the same folder. */
export function compareRun(page: Page, run: RunPlace, against?: RunPlace | 'succeeded'): void {
  page.go({ kind: 'compare', ...run, ...(against !== undefined && { against }) });
}

/** Returns the marked run, if it is another one. */
export function markedOther(page: Page, run: RunPlace): RunPlace | undefined {
  const mark = page.compareMark.peek();
  return isSameRun(mark, run) ? undefined : mark;
}

/** Plays the output again, as it came. */
export const replay = withRun((page, run) => page.go({ kind: 'replay', ...run }));

/** Marks the run, so that others are compared with it; again: takes the mark away. */
export const markToCompare = withRun((page, run) => markRun(page, run, 'block'));

/** `what` is the word for another one like it. */
export function markRun(page: Page, run: RunPlace, what: 'block' | 'command'): void {
  const isMarked = isSameRun(page.compareMark.peek(), run);
  page.compareMark.value = isMarked ? undefined : run;
  page.messages.say(isMarked ? 'The mark is gone.' : `Marked: compare another ${what} with this one.`);
}

/** Runs the command of a block again. */
export function rerun({ page, front, block }: BlockPlace, shows: boolean): void {
  const { commandLine } = block;
  if (mayWrite(page, block)) runAgain(page, front, { of: recordedRun(front.uri, block), commandLine, shows });
}

/** Runs a command again, if the shell is at its prompt. `shows`: both runs are compared when it has ended. */
export function runAgain(
  page: Page,
  front: FrontTerminal,
  { of, ...again }: Omit<Again, 'of'> & { readonly of: RunPlace | undefined },
): void {
  if (!page.mayType || !front.takesLines.peek()) return;
  page.stopRerun();
  if (of !== undefined) page.stopRerun = waitForEnd(page, front, { of, ...again });
  front.list.selected.value = undefined;
  front.write(again.commandLine);
  submit({ page, front });
}

/** Runs the command of a comparison again, in the terminal in front. */
export function rerunAt(page: Page, { uri, seq }: RunPlace): void {
  const front = page.front.peek();
  const block = front?.list.all.peek().find((each) => seqOf(each) === seq);
  if (front?.uri !== uri || block === undefined) {
    page.messages.say('It ran in another terminal: run it again there.');
    return;
  }
  page.go({ kind: 'terminal', uri });
  rerun({ page, front, block }, true);
}

type Again = { readonly of: RunPlace; readonly commandLine: string; readonly shows: boolean };

/** Waits for the end of the next command in a terminal; another one than this is not compared. */
function waitForEnd(page: Page, front: FrontTerminal, again: Again): () => void {
  const last = front.list.all.peek().at(-1)?.id;
  let isOver = false;
  const stop = effect(() => {
    const blocks = front.list.all.value;
    const next = blocks.slice(blocks.findIndex(({ id }) => id === last) + 1).find(hasCommand);
    if (isOver || next === undefined || next.status.kind === 'running') return;
    isOver = true;
    queueMicrotask(() => page.stopRerun());
    const later = recordedRun(front.uri, next);
    if (later === undefined || next.commandLine.trim() !== again.commandLine.trim()) return;
    const { commandLine, of } = again;
    const asked: CompareAsk = { later, commandLine, against: { kind: 'run', run: of } };
    page.messages.watch(told(page, front, asked, again));
  });
  return () => {
    page.stopRerun = () => {};
    stop();
  };
}

/** Shows the comparison if that was asked for and the person still waits there; else tells what differs in one line. */
async function told(
  page: Page,
  front: FrontTerminal,
  asked: CompareAsk,
  { of, shows }: Again,
): Promise<void> {
  // The page starts without what compares.
  const [{ comparedOf, comparingOf, withRuns }, { readRuns }] = await Promise.all([
    import('../../../client/compare/comparing.ts'),
    import('../../../client/compare/read-runs.ts'),
  ]);
  const { headline } =
    comparedOf(withRuns(comparingOf(asked), await readRuns(page.client, asked)))?.comparison ?? {};
  if (headline === undefined) return;
  const place: Place = { kind: 'compare', ...asked.later, against: of };
  const { kind, ...at } = page.place.peek();
  const isThere = kind === 'terminal' && 'uri' in at && at.uri === front.uri && page.front.peek() === front;
  if (shows && isThere && !page.isModal.peek() && front.line.text.peek() === '') page.go(place);
  else {
    const text = `${firstLine(asked.commandLine)}: ${headline}`;
    page.messages.say(text, { act: { label: 'Compare', run: () => page.go(place) } });
  }
}
