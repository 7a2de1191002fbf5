/** The chosen command of the history with its facts and its output, as rows. */

import { placeName, whereLabel } from '../../client/blocks/place.ts';
import { writerLabel } from '../../client/blocks/writer-label.ts';
import { statusOfPast } from '../../client/history-search.ts';
import { nameAt } from '../../client/terminal-names.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { HistoryCommand } from '../../protocol/cotty/history.ts';
import { chipOf } from '../../review/chip.ts';
import type { Row } from '../../screen/cells/row.ts';
import type { TextLine } from '../../screen/text/output-renderer.ts';
import { wholeTime } from '../blocks/header/chip.ts';
import { cut } from '../blocks/header/span.ts';
import { wrapLines } from '../blocks/output/output-renderer.ts';
import type { Model } from '../model/model.ts';
import type { OutputPreview, PreviewedLines } from '../model/output-preview.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Role } from '../theme/roles.ts';
import { fitted } from './compose.ts';
import { wrapped } from './pages/dialog-contents.ts';

type Size = { readonly width: number; readonly height: number };

/** Rows of the command line and of a note. */
const COMMAND_ROWS = 3;
/** A lower preview has only one row above the output. */
const LOW = 9;
/** Part of the rows for the first lines of an output that does not fit: its end says more. */
const FIRST_PART = 0.3;

export function previewRows(
  model: Model,
  command: HistoryCommand,
  preview: OutputPreview | undefined,
  { width, height, now }: Size & { readonly now: number },
): readonly Row[] {
  const head = headRows(model, command, { width, height, now });
  const shown = preview?.uri === command.terminal && preview.seq === command.seq ? preview.shown : undefined;
  const room = Math.max(0, height - head.length);
  return [...head, ...(shown === undefined ? [] : outputRows(model, shown, { width, height: room }))];
}

/** The command, how it ended, when and where, and its note, on the surface of headers. */
function headRows(
  model: Model,
  command: HistoryCommand,
  { width, height, now }: Size & { readonly now: number },
): readonly Row[] {
  const { theme, glyphs, ascii } = model.appearance;
  const line = (text: string, role: Role): Row => {
    const row = chromeRow(
      [{ text: ` ${cut(text, width - 2, glyphs.ellipsis)}`, style: theme.cells[role] }],
      width,
    );
    return theme.surface?.row(row) ?? row;
  };
  const { note, commandLine } = command;
  const facts = factsOf(model, command, now);
  const { tone, sign } = chipOf(statusOfPast(command), ascii);
  const ended: Role = tone === 'failed' ? 'failure' : tone === 'warning' ? 'warning' : 'muted';
  const all = `${sign} ${glyphs.separator} ${facts.join(` ${glyphs.separator} `)}`;
  if (height < LOW) return [line(note === undefined ? all : `${glyphs.bookmark} ${nameText(note)}`, ended)];
  const commands = commandLine.split('\n').flatMap((each) => wrapped(nameText(each), width - 2));
  const texts = wrapped(all, width - 2);
  const notes =
    note === undefined ? [] : note.split('\n').flatMap((each) => wrapped(nameText(each), width - 4));
  return [
    ...commands.slice(0, COMMAND_ROWS).map((each) => line(each, 'command')),
    ...texts.map((each) => line(each, ended)),
    ...notes
      .slice(0, COMMAND_ROWS)
      .map((each, index) => line(`${index === 0 ? glyphs.bookmark : ' '} ${each}`, 'info')),
  ];
}

function factsOf(model: Model, command: HistoryCommand, now: number): readonly string[] {
  const { me, around } = model;
  const { terminal, name, open, seq, cwd, where, writer, startedAt, finishedAt, lines } = command;
  const status = statusOfPast(command);
  const took = finishedAt === undefined ? {} : { durationMs: finishedAt - startedAt };
  const by = writerLabel(writer, me.writer);
  const { ascii, glyphs } = model.appearance;
  const { separator } = glyphs;
  const time = wholeTime({ timestamp: startedAt, ...took, status }, now);
  return [
    ascii ? time.replaceAll('–', '-').replaceAll('·', separator) : time,
    `${nameText(nameAt(model.tabs, terminal, name))} #${seq}${open ? '' : ' (closed)'}`,
    cwd === undefined ? '' : placeName(cwd, around.home),
    where === undefined ? '' : whereLabel(where),
    by.label,
    lines === undefined ? '' : `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`,
  ].filter((text) => text !== '');
}

function outputRows(model: Model, shown: PreviewedLines, { width, height }: Size): readonly Row[] {
  const { theme, glyphs } = model.appearance;
  const said = (text: string) => chromeRow([{ text: ` ${text}`, style: theme.cells.muted }], width);
  const { first, last, hidden, failure } = shown;
  if (failure !== undefined) return [said(cut(failure, width - 2, glyphs.ellipsis))];
  if (first.length === 0 && last.length === 0) return [said('no output')];
  const above = wrappedRows(first, width);
  const below = wrappedRows(last, width);
  if (hidden === 0 && above.length + below.length <= height) return [...above, ...below];
  const room = Math.max(0, height - 1);
  const head = Math.min(above.length, Math.floor(room * FIRST_PART));
  // Without lines in between, the end of the same lines follows.
  const tail = (hidden === 0 ? [...above, ...below] : below).slice(-Math.max(1, room - head));
  const left = hidden + Math.max(0, first.length - head) + Math.max(0, last.length - tail.length);
  const missing = hidden === 0 ? glyphs.ellipsis : `${glyphs.ellipsis} ${left.toLocaleString('en')} lines`;
  return [...above.slice(0, head), said(missing), ...tail].slice(0, height);
}

function wrappedRows(lines: readonly TextLine[], width: number): readonly Row[] {
  const laid = wrapLines(lines, width);
  return Array.from({ length: laid.size }, (_, index) => laid.row(index)?.row)
    .filter((row) => row !== undefined)
    .map((row) => fitted(row, width));
}
