/** The list of matches: in this terminal, or in all terminals and all records. */

import { type Block, betweenId } from '../../../client/blocks/block.ts';
import { finder, isCaseSensitive } from '../../../client/blocks/match-text.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { isFiltering, readFilter } from '../../../protocol/cotty/filter/command-filter.ts';
import type { FindQuery } from '../../../protocol/cotty/find.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import { goToMatch } from '../../blocks/list/browse.ts';
import { outputMatches } from '../../blocks/list/search.ts';
import { foundHits } from '../../model/derived/choices.ts';
import type { FoundPlace, GoingTo } from '../../model/feed.ts';
import type { Message } from '../../model/message.ts';
import type { Dialog, Model } from '../../model/model.ts';
import { activeView, andThen, type Step, step, withView } from '../../model/step.ts';
import type { SeenBody, ViewState } from '../../model/view-state.ts';
import { goTo } from '../waiting/feed-acts.ts';
import { searchFor } from './search-acts.ts';

type Finding = Extract<Dialog, { kind: 'find' }>;

export const FIND_ACTS = {
  'find.here': (model: Model, viewState: ViewState) => openFind(model, viewState, false),
  'find.everywhere': (model: Model, viewState: ViewState) => openFind(model, viewState, true),
  'find.scope': (model: Model, viewState: ViewState): Step => {
    const { dialog } = model;
    return dialog?.kind === 'find' ? found(model, viewState, { ...dialog, all: !dialog.all }) : step(model);
  },
};

/** Opens the list with the text of the search that is going on. */
export function openFind(model: Model, viewState: ViewState, all: boolean): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const text =
    model.dialog?.kind === 'search'
      ? editorText(model.dialog.editor)
      : (front.view.blocks.search?.query ?? '');
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  return found(model, viewState, {
    kind: 'find',
    editor,
    selected: 0,
    all,
    asked: undefined,
    wrong: undefined,
    found: [],
    state: 'ended',
  });
}

/** Asks the host to search for the text in the field. */
export function found(model: Model, viewState: ViewState, dialog: Finding): Step {
  const { me, around, active } = model;
  const { text, filter, wrong } = readFilter(editorText(dialog.editor), {
    now: viewState.now,
    home: around.home,
    me: me.writer,
  });
  const fresh = { ...dialog, selected: 0, found: [], wrong };
  if (text === '' && !isFiltering(filter))
    return step({ ...model, dialog: { ...fresh, asked: undefined, state: 'ended' } });
  const asked: FindQuery = {
    text,
    ignoreCase: !isCaseSensitive(text),
    ...filter,
    ...(active === undefined ? {} : { first: active }),
    ...(dialog.all ? {} : { alone: true }),
  };
  return step(
    { ...model, dialog: { ...fresh, asked, state: 'searching' } },
    { kind: 'findCommands', query: asked },
  );
}

export function commandsFound(
  model: Model,
  { asked, commands, state }: Extract<Message, { kind: 'foundCommands' }>,
): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'find' || dialog.asked !== asked) return step(model);
  return step({ ...model, dialog: { ...dialog, found: [...dialog.found, ...commands], state } });
}

/** Goes to the chosen line, in whichever tab it is. */
export function acceptFound(model: Model, dialog: Finding): Step {
  const hit = foundHits(dialog.found)[dialog.selected];
  if (hit === undefined) return step({ ...model, dialog: undefined });
  const { command, line } = hit;
  return goTo(model, {
    uri: command.terminal,
    terminal: command.name,
    block: { id: command.noCommand === true ? betweenId(command.commandId) : command.commandId },
    commandLine: command.commandLine,
    match: { query: dialog.asked?.text ?? '', seq: command.seq, line: line?.line ?? 0 },
  });
}

/** Shows the line that was chosen, now that its tab is in front; its block is selected already, if the window has it. */
export function arrivedAtMatch(
  { model, effects }: Step,
  viewState: ViewState,
  going: GoingTo | undefined,
): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined || going?.match === undefined || going.uri !== front.uri)
    return { model, effects };
  const { match, block } = going;
  const here = body.blocks.find(({ id }) => 'id' in block && id === block.id);
  const browsing = withView(model, front.uri, { mode: 'browse', autoRaw: false, droppedIn: false });
  const shown =
    here === undefined
      ? elsewhere(model, front.uri, match)
      : showLine(browsing, viewState, body, here, match);
  return { model: shown.model, effects: [...effects, ...shown.effects] };
}

/** Shows an output in the pager that only the host still has: the window keeps the newer commands only. */
function elsewhere(model: Model, uri: string, { seq }: FoundPlace): Step {
  return step({ ...model, toast: undefined }, { kind: 'pageOutput', uri, seq, held: () => '' });
}

function showLine(model: Model, viewState: ViewState, body: SeenBody, block: Block, match: FoundPlace): Step {
  const front = activeView(model);
  if (front === undefined || match.query === '') return step(model);
  const searched = searchFor(model, viewState, match.query);
  if (block.status.kind === 'running') return searched;
  return andThen(searched, (next) => {
    const view = next.views[front.uri]?.blocks;
    if (view === undefined) return step(next);
    const search = { query: match.query, current: undefined };
    const current = { block: block.id, line: lineOf(block, body, match) };
    return step(withView(next, front.uri, { blocks: goToMatch(view, search, current, body) }));
  });
}

/**
 * Turns the host's line number, which counts the lines as printed, into a line of the output as shown: the match that is nearest
 * to it. In a shortened output it is the number itself.
 */
function lineOf(block: Block, { text }: SeenBody, { query, line }: FoundPlace): number {
  if (line === 0) return -1;
  if (isShortened(block.part)) return line - 1;
  const shown = outputMatches(block, finder(query), text);
  return shown.reduce(
    (best, each) => (Math.abs(each - line + 1) < Math.abs(best - line + 1) ? each : best),
    shown[0] ?? -1,
  );
}
