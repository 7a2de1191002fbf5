/** Typing to many: what is typed in a marked terminal goes to all marked ones in sight. The marks end with the window. */

import { holderOf } from '../../../client/holder.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { unbracketed } from '../../../protocol/terminal/paste.ts';
import type { Message } from '../../model/message.ts';
import type { Model } from '../../model/model.ts';
import { isPeeked, shownMembers, stackInFront, typedTo } from '../../model/panes/pane-layout.ts';
import { andThen, type Effect, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { noted } from './send.ts';
import { select } from './tabs.ts';

/** Messages that send typed input; a tick sends the first key of a chord when its time is over. Mouse events are not shared. */
const TYPED: ReadonlySet<Message['kind']> = new Set<Message['kind']>(['key', 'paste', 'command', 'tick']);

type Input = Extract<Effect, { readonly kind: 'input' }>;

/**
 * Sends input of a marked terminal to the other marked ones in sight. Terminals that other clients hold are left out, and a toast
 * names them.
 */
export function typeToMany(before: Model, viewState: ViewState, done: Step, { kind }: Message): Step {
  const { active } = before;
  if (!TYPED.has(kind)) return done;
  const to = typedTo(before);
  if (to.length === 0) return done;
  const typed = done.effects.filter(
    (effect): effect is Input => effect.kind === 'input' && effect.uri === active,
  );
  if (typed.length === 0) return done;
  const others = to.filter((uri) => uri !== active);
  const sent = others.map((uri) => sentTo(before, viewState, uri, typed));
  const refused = others.filter((_, index) => sent[index] === undefined);
  const names = refused.map((uri) => nameAt(before.tabs, uri, uri)).join(', ');
  const taken = others.filter((_, index) => (sent[index]?.length ?? 0) > 0);
  const typedIn = taken.reduce(
    (model, uri) => typed.reduce((each, { data }) => noted(each, viewState, uri, data), model),
    done.model,
  );
  const model =
    refused.length === 0
      ? typedIn
      : withToast(typedIn, `not typed into ${names}: another client holds it`, viewState.now, 'bad');
  return { model, effects: [...done.effects, ...sent.flatMap((effects) => effects ?? [])] };
}

/** Returns undefined if another client holds the terminal or runs its pty. */
function sentTo(
  model: Model,
  viewState: ViewState,
  uri: string,
  typed: readonly Input[],
): readonly Effect[] | undefined {
  const tab = model.tabs.find(({ resource }) => resource === uri);
  if (tab === undefined || tab.lifecycle.status === 'exited' || isPeeked(model, uri)) return [];
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'other' || holder.kind === 'owner') return undefined;
  const bracketed = viewState.terminal(uri)?.modes.bracketedPaste ?? true;
  const inputs = typed.map(
    (input): Effect => ({ ...input, uri, data: bracketed ? input.data : unbracketed(input.data) }),
  );
  return holder.kind === 'me' ? inputs : [{ kind: 'claim', uri, takeOverFrom: holder.id }, ...inputs];
}

/**
 * Marks the terminal in front, or takes its mark away. From BROWSE in a stack it goes on to the next row, in BROWSE as well, so
 * that marking several rows takes one key each.
 */
function mark(model: Model, viewState: ViewState): Step {
  const { active, many, views } = model;
  if (active === undefined) return step(model);
  const marked = many.includes(active) ? many.filter((uri) => uri !== active) : [...many, active];
  const rows = stackInFront(model) === undefined ? [] : shownMembers(model);
  const below = views[active]?.mode === 'browse' ? rows[rows.indexOf(active) + 1] : undefined;
  if (below === undefined) return told(model, marked, viewState);
  const browsing = withView(model, below, { mode: 'browse', autoRaw: false, droppedIn: false });
  return andThen(select(browsing, below), (next) => told(next, marked, viewState));
}

/** Marks all terminals that stand side by side, of a stack those that its filter leaves, or removes all marks. */
export function markPanes(model: Model, viewState: ViewState, on: boolean): Step {
  const members = shownMembers(model);
  if (on && members.length < 2)
    return step(withToast(model, 'this terminal is the only pane', viewState.now));
  return told(model, on ? members : [], viewState);
}

function markAll(model: Model, viewState: ViewState): Step {
  const members = shownMembers(model);
  const areMarked = members.length > 0 && members.every((uri) => model.many.includes(uri));
  return markPanes(model, viewState, !areMarked);
}

function told(model: Model, many: readonly string[], viewState: ViewState): Step {
  const said =
    many.length === 0
      ? 'no terminal is marked'
      : `${many.length} marked: what you type in one goes to all in sight`;
  return step(withToast({ ...model, many }, said, viewState.now, many.length > 1 ? 'bad' : 'plain'));
}

export const MANY_ACTS = { 'pane.mark': mark, 'pane.markAll': markAll };
