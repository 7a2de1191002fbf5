/** Undo as a list of replacements: each step says what stood where, and what stands there now. */

export type Step = {
  readonly at: number;
  readonly removed: readonly string[];
  readonly inserted: readonly string[];
  readonly cursorBefore: number;
  readonly cursorAfter: number;
};

export type UndoState = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

/** Steps kept, and graphemes in them together: a few full-size pastes. The oldest steps go first, the newest stays. */
const MAX_STEPS = 500;
const MAX_GRAPHEMES = 262_144;

/** Where the cursor and the text were and are. */
export type Point = { readonly graphemes: readonly string[]; readonly cursor: number };

/** `join`: the change goes on with what the last step did. */
export function record(state: UndoState, before: Point, after: Point, join: boolean): UndoState {
  const step = difference(before, after);
  const last = state.done.at(-1);
  const joined = join && last ? joinSteps(last, step) : undefined;
  const done = joined ? [...state.done.slice(0, -1), joined] : [...state.done, step];
  return { done: bounded(done), undone: [] };
}

export function undoStep(state: UndoState): { readonly step: Step; readonly undo: UndoState } | undefined {
  const step = state.done.at(-1);
  if (step === undefined) return undefined;
  return { step, undo: { done: state.done.slice(0, -1), undone: [...state.undone, step] } };
}

export function redoStep(state: UndoState): { readonly step: Step; readonly undo: UndoState } | undefined {
  const step = state.undone.at(-1);
  if (step === undefined) return undefined;
  return { step, undo: { done: [...state.done, step], undone: state.undone.slice(0, -1) } };
}

/** The same step the other way round. */
export function inverse({ at, removed, inserted, cursorBefore, cursorAfter }: Step): Step {
  return { at, removed: inserted, inserted: removed, cursorBefore: cursorAfter, cursorAfter: cursorBefore };
}

export function applyStep(graphemes: readonly string[], { at, removed, inserted }: Step): string[] {
  return [...graphemes.slice(0, at), ...inserted, ...graphemes.slice(at + removed.length)];
}

function difference(before: Point, after: Point): Step {
  const [old, now] = [before.graphemes, after.graphemes];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return {
    at: start,
    removed: old.slice(start, old.length - tail),
    inserted: now.slice(start, now.length - tail),
    cursorBefore: before.cursor,
    cursorAfter: after.cursor,
  };
}

/** Two steps as one, where the second begins right where the first left off. */
function joinSteps(first: Step, next: Step): Step | undefined {
  const cursors = { cursorBefore: first.cursorBefore, cursorAfter: next.cursorAfter };
  const goesOn = next.removed.length === 0 && next.at === first.at + first.inserted.length;
  if (goesOn) return { ...first, inserted: [...first.inserted, ...next.inserted], ...cursors };
  if (first.inserted.length > 0 || next.inserted.length > 0) return undefined;
  if (next.at === first.at) return { ...first, removed: [...first.removed, ...next.removed], ...cursors };
  if (next.at + next.removed.length !== first.at) return undefined;
  return { ...next, removed: [...next.removed, ...first.removed], ...cursors };
}

function bounded(steps: readonly Step[]): readonly Step[] {
  let room = MAX_GRAPHEMES;
  let first = steps.length;
  while (first > 0 && steps.length - first < MAX_STEPS) {
    const step = steps[first - 1];
    room -= (step?.removed.length ?? 0) + (step?.inserted.length ?? 0);
    if (room < 0 && first < steps.length) break;
    first -= 1;
  }
  return first === 0 ? steps : steps.slice(first);
}
