/** Tabs as labels: state, clock and holder, from the host's list alone. */

import { awayWords, NEEDS_YOU } from '../../client/away.ts';
import { type Holder, holderOf } from '../../client/holder.ts';
import { membersOf } from '../../client/panes/split.ts';
import { isUnseen, isWaiting, kindWord, programWords } from '../../client/program-state.ts';
import { CLOCK_FROM, folderOf, shownName } from '../../client/terminal-names.ts';
import { elapsed } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { shownWords } from '../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { cut, padded } from '../blocks/header/span.ts';
import { askerOf } from '../model/derived/input-context.ts';
import { lookOf } from '../model/derived/looking.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import { tabState } from '../model/derived/tab-state.ts';
import type { Model } from '../model/model.ts';
import type { TabLabel } from '../model/tab-label.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import type { StripGlyphs } from './tab-strip.ts';

/** The labels of all tabs, and after them that of a closed terminal that is shown. */
export function tabLabels(model: Model, now: number): readonly TabLabel[] {
  const { visited } = model;
  const { inView } = lookOf(model);
  const labels = model.tabs.map((tab): TabLabel => {
    const meta = cottyMeta<TerminalMeta>(tab._meta);
    const holder = holderOf(tab, model.me);
    return {
      uri: tab.resource,
      title: shownName(tab),
      state: tabState(model, tab, meta, inView),
      detail: machineDetail(meta) ?? endOf(tab) ?? waitsFor(meta) ?? progressOf(meta),
      lasting: machineDetail(meta),
      says: programSays(meta),
      ...((model.snoozed.get(tab.resource) ?? 0) > now ? { snoozed: true } : {}),
      clock: clockOf(tab, meta, now),
      ...(model.many.includes(tab.resource) ? { marked: true } : {}),
      beside: besideOf(model, tab.resource),
      holder:
        [badgeOf(holder, model.appearance.glyphs), askedBadge(tab)]
          .filter((text) => text !== undefined)
          .join(' ') || undefined,
    };
  });
  if (visited === undefined) return labels;
  const { uri, title } = visited;
  return [...labels, { uri, title, state: 'exited', detail: 'closed', holder: undefined }];
}

/** Returns the split of a tab and the sign of its pane: `Z` zoomed, `peek` only watched. */
function besideOf(model: Model, uri: string): TabLabel['beside'] {
  const at = model.splits.findIndex((each) => membersOf(each).includes(uri));
  const split = model.splits[at];
  if (split === undefined) return undefined;
  const isZoomed = uri === model.active && split.zoomed;
  const note = [isZoomed ? 'Z' : '', split.peeks.includes(uri) ? 'peek' : ''].filter(Boolean).join(' ');
  return { split: at, note };
}

export function stripGlyphs({ appearance: { glyphs } }: Model): StripGlyphs {
  return {
    away: glyphs.tabExited,
    idle: glyphs.tabIdle,
    running: glyphs.tabActive,
    exited: glyphs.tabExited,
    failed: glyphs.failure,
    attention: glyphs.attention,
    waits: glyphs.waits,
    done: glyphs.success,
    close: glyphs.close,
    ellipsis: glyphs.ellipsis,
    separator: glyphs.separator,
    less: glyphs.less,
    greater: glyphs.greater,
    vertical: glyphs.vertical,
  };
}

/** Whether passing time changes the frame: a command runs in some tab, or the page of agents is open. */
export function clockRuns(model: Model): boolean {
  if (model.dialog?.kind === 'agents') return true;
  return model.tabs.some((tab) => cottyMeta<TerminalMeta>(tab._meta).running !== undefined);
}

function badgeOf(holder: Holder, glyphs: Glyphs): string | undefined {
  if (holder.kind === 'owner') return `shared by ${holder.name}`;
  if (holder.kind === 'mine') return glyphs.elsewhere;
  return holder.kind === 'other' ? holder.name : undefined;
}

/** Returns the badge of an agent that asks, `@ada?`. */
function askedBadge(tab: TerminalInfo): string | undefined {
  const asker = askerOf(tab);
  return asker === undefined ? undefined : nameText(`@${asker}?`);
}

/** The sign says that the machine is away; this says that waiting does not help. */
function machineDetail(meta: Partial<TerminalMeta>): string | undefined {
  return awayWords(meta) === NEEDS_YOU ? NEEDS_YOU : undefined;
}

function endOf({ lifecycle }: TerminalInfo): string | undefined {
  if (lifecycle.status !== 'exited') return undefined;
  const { exitCode } = lifecycle;
  return exitCode === undefined ? 'exited' : `exited ${exitCode}`;
}

/** The sign says that it waits; this says for what, if that is known. */
function waitsFor({ program }: Partial<TerminalMeta>): string | undefined {
  return program?.state === 'blocked' ? kindWord(program.kind) : undefined;
}

/** Returns the progress that the program has reported, by either of its ways. */
function progressOf({ program, progress }: Partial<TerminalMeta>): string | undefined {
  const percent = program?.progress ?? (progress?.state === 'unknown' ? undefined : progress?.percent);
  return percent === undefined ? undefined : `${percent}%`;
}

/** What is said of a program that waits, or has ended its work unseen: `waits for you: permission · "Run npm test?"` */
function programSays(meta: Partial<TerminalMeta>): string | undefined {
  if (!isWaiting(meta) && !isUnseen(meta)) return undefined;
  const words = programWords(meta) ?? '';
  const { msg, by } = meta.program ?? {};
  return msg === undefined ? words : `${words} · ${shownWords(nameText(msg), by)}`;
}

/**
 * Returns the title that the program has set. Where its state is known, the signs in front of it are left out, which tell the state
 * once more, and of which some change many times a second.
 */
export function quietTitle({ program, programTitle = '' }: Partial<TerminalMeta>): string {
  return program === undefined ? programTitle : programTitle.replace(/^[^\p{L}\p{N}]+/u, '');
}

/** How long a command runs; where the state of its program is known, how long that works or waits. */
function clockOf({ lifecycle }: TerminalInfo, meta: Partial<TerminalMeta>, now: number): string | undefined {
  if (lifecycle.status === 'exited') return undefined;
  const since = beganAt(meta);
  return since === undefined || now - since < CLOCK_FROM ? undefined : elapsed(now - since);
}

function beganAt({ program, running }: Partial<TerminalMeta>): number | undefined {
  if (program === undefined) return running?.timestamp;
  return program.state === 'blocked' || program.state === 'working' ? program.since : undefined;
}

/** Widest columns of the list, in cells. */
const NAME_CELLS = 24;
const FOLDER_CELLS = 32;

/** Returns a line for each tab: number, sign, name, folder, running command, and the holder if that is another client. */
export function tabLines(
  model: Model,
  tabs: readonly TerminalInfo[],
  labels: readonly TabLabel[],
  signs: { readonly [state in TabLabel['state']]: string },
  width: number,
): readonly (readonly Piece[])[] {
  const { ellipsis } = model.appearance.glyphs;
  const rows = tabs.map((tab) => {
    const index = model.tabs.indexOf(tab);
    const label = labels[index];
    const { running } = cottyMeta<TerminalMeta>(tab._meta);
    const said = label?.says ?? running?.commandLine.split('\n', 1)[0] ?? label?.detail ?? '';
    const doing = [said, label?.clock ?? ''];
    return {
      number: String(index + 1).padStart(String(model.tabs.length).length),
      sign: label === undefined ? ' ' : signs[label.state],
      name: shownName(tab),
      folder: folderOf(model, tab),
      doing: [...doing, label?.holder ?? ''].filter((text) => text !== '').join(' '),
    };
  });
  const name = Math.min(NAME_CELLS, widest(rows.map((row) => row.name)));
  const folder = Math.min(FOLDER_CELLS, widest(rows.map((row) => row.folder)));
  return rows.map((row) => {
    const head = `${row.number} ${row.sign} ${padded(cut(row.name, name, ellipsis), name)}`;
    const rest = width - textWidth(head);
    const place = rest < folder + 4 ? '' : `  ${padded(cut(row.folder, folder, ellipsis), folder)}`;
    const room = Math.max(0, rest - textWidth(place) - 2);
    const doing = room < 4 ? '' : `  ${cut(row.doing, room, ellipsis)}`;
    return [
      { text: head, role: 'text' },
      { text: place, role: 'muted' },
      { text: padded(doing, Math.max(0, rest - textWidth(place))), role: 'muted' },
    ];
  });
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}
