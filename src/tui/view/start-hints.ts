/** Dim lines in an empty body: hints until the first command, or that no block passes the filter. */

import type { Block } from '../../client/blocks/block.ts';
import { shownBlocks } from '../../client/blocks/block-filter.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import { cut } from '../blocks/header/span.ts';
import { joinedHints, keyHint, keyOf } from '../model/derived/key-of.ts';
import type { Model } from '../model/model.ts';
import { activeTab, activeView } from '../model/step.ts';
import type { SeenTerminal } from '../model/view-state.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Overlay } from './compose.ts';
import { wrapped } from './pages/dialog-contents.ts';

/** Blank rows that stay between the prompt and the lines. */
const GAP_ROWS = 2;
const INDENT = '  ';

/** Returns nothing if there is no room below what the body shows. */
export function startHints(model: Model, lines: readonly BodyLine[], rect: Room): readonly Overlay[] {
  return below(model, hintTexts(model, rect.width - textWidth(INDENT)), lines, rect);
}

/** Says that no command passes the filter, how many there are, and how to see them. */
export function nothingPasses(
  model: Model,
  blocks: readonly Block[],
  lines: readonly BodyLine[],
  rect: Room,
): readonly Overlay[] {
  const filter = activeView(model)?.view.blocks.filter;
  if (filter === undefined || shownBlocks(blocks, filter).length > 0) return [];
  const { length } = shownBlocks(blocks, undefined);
  const hidden = length === 1 ? 'the only one is hidden' : `all ${length} are hidden`;
  const way =
    model.dialog?.kind === 'filter'
      ? keyHint(model, 'dialog', 'dialog.cancel', 'shows all again')
      : keyHint(model, 'browse', 'block.filter', 'changes the filter');
  const texts = [`No command passes the filter “${filter.words}”${length === 0 ? '.' : `: ${hidden}.`}`, way];
  return below(
    model,
    texts.filter((text) => text !== undefined),
    lines,
    rect,
  );
}

type Room = Pick<Rect, 'y' | 'width'>;

/** Puts the texts below what the body shows, if there is room for all. */
function below(
  { appearance: { glyphs, theme } }: Model,
  texts: readonly string[],
  lines: readonly BodyLine[],
  { y, width }: Room,
): readonly Overlay[] {
  const rows = texts.flatMap((text) => wrapped(text, Math.max(1, width - textWidth(INDENT))));
  const first = lines.findLastIndex(({ kind }) => kind !== 'blank') + 1 + GAP_ROWS;
  if (first + rows.length > lines.length) return [];
  return rows.map((text, index) => {
    const shown = cut(`${INDENT}${text}`, width, glyphs.ellipsis);
    const row = chromeRow([{ text: shown, style: theme.cells.muted }], width);
    return { x: 0, y: y + first + index, width, row };
  });
}

function hintTexts(model: Model, width: number): readonly string[] {
  const { glyphs } = model.appearance;
  const { agentLine } = model.around;
  const keys = joinedHints(
    glyphs.separator,
    keyHint(model, 'run', 'mode.toggleRaw', 'gives the program all keys'),
    keyHint(model, 'run', 'palette.open', 'finds commands'),
    keyHint(model, 'run', 'help.open', 'shows keys'),
  );
  const texts = ['Type a command and press Enter: its output stays with it, as a block.', keys];
  if (agentLine === undefined) return texts;
  const agent = `An agent joins by: ${agentLine.command}`;
  if (textWidth(agent) <= width) return [...texts, agent];
  // A cut command line would be useless: name the keys of the page that has all of it.
  const [help, key] = [keyOf(model, 'run', 'help.open'), keyOf(model, 'page', 'agents.open')];
  if (help === undefined || key === undefined) return texts;
  return [...texts, `An agent joins by a line that you find at ${help}, then ${key}.`];
}

/** The dimmed note in an empty RUN line: the command a dead host interrupted, else the shell and its integration. */
export function shellNote(model: Model, terminal: SeenTerminal | undefined): string {
  const tab = activeTab(model);
  const { shell = 'shell', integration, interrupted, recording } = cottyMeta<TerminalMeta>(tab?._meta);
  if (interrupted !== undefined) {
    const again = keyHint(model, 'run', 'input.submit', 'offers it again') ?? '';
    return `${interrupted.commandLine}   ${again}`.trimEnd();
  }
  if (recording !== undefined) return recording.off;
  if (integration === undefined || terminal === undefined) return '';
  if (typeof integration === 'object') return integration.off;
  if (integration === 'pending') return `${shell} is starting`;
  // Shown only until there is a block, which shows it better.
  return terminal.blocks.length === 0 ? `${shell}: type a command` : '';
}
