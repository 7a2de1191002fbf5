/** The line editor with the keys of vi. Pure. */

import { kill, replace, type, undo } from '../change.ts';
import { cleanText } from '../clean.ts';
import { type EditorState, UNCHAINED } from '../editor-state.ts';
import { lineEnd, lineStart } from '../graphemes.ts';
import { moveTo } from '../move.ts';
import { readViCommand, type ViCommand, type ViMotion, type ViOperator } from './vi-command.ts';
import { viTarget } from './vi-motion.ts';
import { viObject } from './vi-object.ts';
import type { ViFind, ViState } from './vi-state.ts';

/** What a key asks for beyond the line. */
export type ViAct = 'older' | 'newer' | 'search' | 'editor' | 'commands';

export type ViStep = { readonly vi: ViState; readonly editor: EditorState; readonly act?: ViAct };

/** Takes a character typed in normal mode. */
export function viKey(vi: ViState, editor: EditorState, character: string): ViStep {
  const keys = vi.pending + character;
  const command = readViCommand(keys);
  if (command === 'more') return { vi: { ...vi, pending: keys }, editor };
  const ready = { ...vi, pending: '' };
  if (command === 'unknown') return { vi: ready, editor };
  return settled(carriedOut(ready, editor, command, keys));
}

/** Esc: from inserting to normal mode, one column left as in vi; a command that is not whole is given up. */
export function viEscape(vi: ViState, editor: EditorState): ViStep {
  if (vi.mode === 'normal') return { vi: { ...vi, pending: '' }, editor };
  const { inserting } = vi;
  const typed = inserting === undefined ? '' : editor.graphemes.slice(inserting.from, editor.cursor).join('');
  const change = inserting === undefined ? vi.change : { keys: inserting.keys, typed };
  const left = Math.max(lineStart(editor.graphemes, editor.cursor), editor.cursor - 1);
  return {
    vi: { ...vi, mode: 'normal', pending: '', change, inserting: undefined },
    editor: moveTo(editor, left),
  };
}

/** In normal mode the cursor stands on a character, not behind the last one. */
export function onCharacter(editor: EditorState): EditorState {
  const { graphemes, cursor } = editor;
  const start = lineStart(graphemes, cursor);
  const last = Math.max(start, lineEnd(graphemes, cursor) - 1);
  return cursor > last ? moveTo(editor, last) : editor;
}

function settled(step: ViStep): ViStep {
  return step.vi.mode === 'normal' ? { ...step, editor: onCharacter(step.editor) } : step;
}

function carriedOut(vi: ViState, editor: EditorState, command: ViCommand, keys: string): ViStep {
  switch (command.kind) {
    case 'move': {
      const { motion } = command;
      const target = viTarget(editor.graphemes, editor.cursor, motion, vi.find);
      const known = { ...vi, find: findOf(motion) ?? vi.find };
      return { vi: known, editor: target === undefined ? editor : moveTo(editor, target.at) };
    }
    case 'operate':
      return operated(vi, editor, command, keys);
    case 'key':
      return pressed(vi, editor, command, keys);
  }
}

function findOf({ key, character }: ViMotion): ViFind | undefined {
  return key === 'f' || key === 'F' || key === 't' || key === 'T' ? { key, character } : undefined;
}

type Operation = Extract<ViCommand, { kind: 'operate' }>;

function operated(vi: ViState, editor: EditorState, command: Operation, keys: string): ViStep {
  const { operator, motion, object } = command;
  const range =
    object === undefined ? reachOf(vi, editor, command) : viObject(editor.graphemes, editor.cursor, object);
  const known = { ...vi, find: (motion && findOf(motion)) ?? vi.find };
  // `cw` behind the last word still inserts there; where there is no object nothing happens.
  if (range === undefined)
    return operator === 'c' && object === undefined ? inserting(known, editor, keys) : { vi: known, editor };
  const [from, to] = range;
  if (operator === 'y') {
    const kills = [editor.graphemes.slice(from, to).join(''), ...editor.kills];
    return {
      vi: known,
      editor: moveTo(
        { ...editor, kills },
        motion === undefined && object === undefined ? editor.cursor : from,
      ),
    };
  }
  const cut = kill({ ...editor, chain: UNCHAINED, cursor: from }, from, to);
  if (operator === 'c') return inserting(known, cut, keys);
  return { vi: { ...known, change: { keys, typed: '' } }, editor: cut };
}

function reachOf(
  vi: ViState,
  editor: EditorState,
  command: Operation,
): readonly [number, number] | undefined {
  const { operator, motion } = command;
  return motion === undefined ? linesFrom(editor, command) : rangeOf(vi, editor, operator, motion);
}

/** Returns the range of characters from the cursor to the target of a motion. */
function rangeOf(
  { find }: ViState,
  { graphemes, cursor }: EditorState,
  operator: ViOperator,
  motion: ViMotion,
): readonly [from: number, to: number] | undefined {
  const isWord = motion.key === 'w' || motion.key === 'W';
  const onBlank = (graphemes[cursor] ?? ' ').trim() === '';
  // `cw` leaves the blank behind the word.
  const key = operator === 'c' && isWord && !onBlank ? (motion.key === 'w' ? 'e' : 'E') : motion.key;
  // The end of the word on which the cursor stands counts, also at its last character.
  const start = key === motion.key ? cursor : cursor - 1;
  const target = viTarget(graphemes, start, { ...motion, key }, find);
  if (target === undefined) return undefined;
  const [from, to] = target.at < cursor ? [target.at, cursor] : [cursor, target.at + (target.whole ? 1 : 0)];
  return from === to ? undefined : [from, Math.min(to, graphemes.length)];
}

/** Returns the range of whole lines; `cc` leaves the end of the last one. */
function linesFrom(
  { graphemes, cursor }: EditorState,
  { operator, count }: Operation,
): readonly [number, number] {
  const start = lineStart(graphemes, cursor);
  let end = lineEnd(graphemes, cursor);
  for (let n = 1; n < count && end < graphemes.length; n += 1) end = lineEnd(graphemes, end + 1);
  if (operator !== 'd' || (start === 0 && end === graphemes.length)) return [start, end];
  return end < graphemes.length ? [start, end + 1] : [start - 1, end];
}

function inserting(vi: ViState, editor: EditorState, keys: string): ViStep {
  return { vi: { ...vi, mode: 'insert', inserting: { keys, from: editor.cursor } }, editor };
}

type KeyCommand = Extract<ViCommand, { kind: 'key' }>;

const ACTS: Readonly<Record<string, ViAct>> = {
  k: 'older',
  '-': 'older',
  j: 'newer',
  '+': 'newer',
  '/': 'search',
  '?': 'search',
  n: 'search',
  N: 'search',
  v: 'editor',
  ':': 'commands',
};

function pressed(
  vi: ViState,
  editor: EditorState,
  { key, count, character }: KeyCommand,
  keys: string,
): ViStep {
  const act = ACTS[key];
  if (act !== undefined) return { vi, editor, act };
  const { graphemes, cursor } = editor;
  const changed = (next: EditorState): ViStep => ({
    vi: { ...vi, change: { keys, typed: '' } },
    editor: next,
  });
  switch (key) {
    case 'i':
      return inserting(vi, editor, keys);
    case 'a':
      return inserting(vi, moveTo(editor, Math.min(cursor + 1, lineEnd(graphemes, cursor))), keys);
    case 'I':
      return inserting(vi, moveTo(editor, viTarget(graphemes, cursor, FIRST, undefined)?.at ?? 0), keys);
    case 'A':
      return inserting(vi, moveTo(editor, lineEnd(graphemes, cursor)), keys);
    case 'p':
      return changed(put(editor, Math.min(cursor + 1, lineEnd(graphemes, cursor)), count));
    case 'P':
      return changed(put(editor, cursor, count));
    case 'r':
      return changed(over(editor, count, () => cleanText(character)));
    case '~':
      return changed(toggled(editor, count));
    case 'u':
      return { vi, editor: Array.from({ length: count }).reduce<EditorState>((next) => undo(next), editor) };
    case '.':
      return repeated(vi, editor);
    default:
      return { vi, editor };
  }
}

const FIRST: ViMotion = { key: '^', count: 1, character: '' };

/** Puts back what was cut or copied last; the cursor stands on its last character. */
function put(editor: EditorState, at: number, count: number): EditorState {
  const text = (editor.kills[0] ?? '').repeat(count);
  if (text === '') return editor;
  const next = replace(editor, at, at, text);
  return next.refused ? next : moveTo(next, next.cursor - 1);
}

/** Writes over characters; where the line has fewer than that nothing is changed, as in vi. */
function over(editor: EditorState, count: number, change: (character: string) => string): EditorState {
  const { graphemes, cursor } = editor;
  const to = cursor + count;
  if (to > lineEnd(graphemes, cursor)) return editor;
  const next = replace(editor, cursor, to, graphemes.slice(cursor, to).map(change).join(''));
  return moveTo(next, Math.max(cursor, next.cursor - 1));
}

function toggled(editor: EditorState, count: number): EditorState {
  const most = Math.min(count, lineEnd(editor.graphemes, editor.cursor) - editor.cursor);
  if (most <= 0) return editor;
  const next = over(editor, most, (each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
  );
  return moveTo(next, next.cursor + 1);
}

/** Carries out the last change again, with what was typed then. */
function repeated(vi: ViState, editor: EditorState): ViStep {
  const { change } = vi;
  const command = change === undefined ? 'unknown' : readViCommand(change.keys);
  if (change === undefined || typeof command === 'string') return { vi, editor };
  const done = carriedOut(vi, editor, command, change.keys);
  if (done.vi.mode === 'normal') return done;
  return viEscape(done.vi, type(done.editor, change.typed));
}
