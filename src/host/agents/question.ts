/**
 * The question of a program that waits, as it stands on the screen: its rows, its choices as keys, a print by which an answer is held
 * back when something else is asked meanwhile, and the input by which it is answered.
 */

import { createHash } from 'node:crypto';
import { harmless } from '../../protocol/common/harmless-text.ts';
import { redact } from '../../protocol/common/redact.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { pasted } from '../../protocol/terminal/paste.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { type ProgramKeyModes, pressedKeyBytes } from '../../screen/keys/program-keys.ts';
import { bottomRows } from '../../screen/text/bottom-rows.ts';

export type Question = {
  readonly rows: readonly string[];
  readonly choices: readonly Choice[];
  readonly print: string;
};

/** Rows that are shown and compared, rows in which choices are searched, and UTF-16 units of a row. */
const [SHOWN, SEARCHED, MAX_ROW] = [12, 24, 400];
const PRINT_LENGTH = 16;

/** Frames, separators and blanks. */
const EMPTY = /^[\s\u2500-\u259f]*$/;
const FRAME_LEFT = /^ {0,3}[│┃║▌] ?/;
const FRAME_RIGHT = /(?<![\s│┃║▐])[\s│┃║▐]+$/;
/** Signs that turn while a program works, at the start of a row. */
const SPINNER = /^\s*[\u2800-\u28ff◐◓◑◒✻✽✶✳✢]/u;
/** A clock at the right edge, or a row that is one. */
const CLOCK = /(?:^|(?<!\s)\s{4,})\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?$/;

/** Reads the question from a screen with everything parsed; `inputs` is another number after each input. */
export function readQuestion(
  emulator: Emulator,
  { state, kind, msg, since }: NonNullable<TerminalMeta['program']>,
  lineMode: boolean,
  inputs: number,
): Question {
  const rows = shownRows(emulator);
  const { choices, end } = choicesIn(rows, { ...emulator.modes, lineMode });
  const asking = rows
    .slice(0, end)
    .slice(-SHOWN)
    .filter((row) => !SPINNER.test(row))
    .map((row) => row.replace(CLOCK, ''));
  const asked = JSON.stringify([state, kind ?? '', msg ?? '', since, asking, inputs]);
  const print = createHash('sha256').update(asked).digest('hex').slice(0, PRINT_LENGTH);
  return { rows: rows.slice(-SHOWN), choices, print };
}

/** The last rows that are not empty, without frames, harmless and without secrets. */
function shownRows(emulator: Emulator): readonly string[] {
  const rows = bottomRows(emulator, SEARCHED, (row) => !EMPTY.test(row));
  const plain = rows.map((row) => unframed(harmless(row).slice(0, MAX_ROW)));
  return plain.length === 0 ? [] : redact(plain.join('\n')).split('\n');
}

function unframed(row: string): string {
  return row.replace(FRAME_LEFT, '').replace(FRAME_RIGHT, '');
}

// The choices that a program offers. They are read strictly: what is not certain is left out, because a wrong key is worse than none.

type Choice = { readonly keys: string; readonly label: string };

/** How the program reads keys. */
type Reading = ProgramKeyModes & {
  /** Whether the terminal gives it whole lines (ICANON), so that every answer ends with Enter. */
  readonly lineMode: boolean;
};

const MAX_CHOICES = 16;
const MAX_LABEL = 120;
/** Rows at most below a list of choices: descriptions, a hint of keys. */
const BELOW_LIST = 6;
/** The last rows, in which keys are told. */
const HINT_ROWS = 3;

const POINTER = '[❯›→●▶▸➤>]';
const NUMBERED = new RegExp(
  `^\\s*(?<pointer>${POINTER}\\s*)?(?<number>\\d{1,2})[.)]\\s+(?<text>\\S.*)$`,
  'u',
);
const POINTED = new RegExp(`^\\s*${POINTER}\\s+(?<text>\\S.*)$`, 'u');
/** Between the parts of a row: blanks, a dot or a bar. */
const PARTS = /\s{2,}|\s+[·•|]\s+/;
const NAMED_BEHIND = new RegExp(`^(?:${POINTER}\\s*)?(?<label>[^()]{1,60}?) \\((?<key>[a-z])\\)$`, 'u');
const NAMED_BEFORE = /^[[(](?<key>[a-z])[\])]\s?(?<label>\S.{0,60})$/;
const YES_NO = /[([](?<yes>y|yes) ?\/ ?(?<no>n|no)(?:\/\S{1,40})?[)\]]\s*[?:]?$/i;
const HINT =
  /^(?:press )?(?<key>enter|return|escape|esc)(?:\/[a-z+]{1,12})?(?: to)? (?<label>[a-z][a-z ]{1,40})$/i;
/** The end of a row behind which a line is typed. */
const PROMPT = /[:?>#]$/;

/** Choices, and the number of rows up to the last one that tells some: what is below is a status bar. */
type Found = { readonly choices: readonly Choice[]; readonly end: number };

export function choicesIn(rows: readonly string[], reading: Reading): Found {
  const hints = hintsIn(rows, reading);
  const list = numberedIn(rows, reading, hints.choices.length > 0) ?? namedIn(rows, reading);
  if (list !== undefined) {
    // Enter takes one of the list, which has keys of its own.
    const others = hints.choices.filter(({ keys }) => keys !== press('enter', reading));
    return limited([...list.choices, ...others], Math.max(list.end, hints.end));
  }
  const pointed = pointedIn(rows, reading, hints);
  if (pointed !== undefined) return pointed;
  const yesNo = yesNoIn(rows, reading);
  if (yesNo !== undefined) return yesNo;
  return hints.choices.length === 0 ? { choices: [], end: rows.length } : limited(hints.choices, hints.end);
}

function limited(choices: readonly Choice[], end: number): Found {
  return { choices: choices.slice(0, MAX_CHOICES), end };
}

type Item = { readonly at: number; readonly text: string; readonly isMarked: boolean };

/** A list from 1 on whose numbers stand below each other; it counts if one is marked, or if the rows below tell how to choose. */
function numberedIn(rows: readonly string[], reading: Reading, hasHints: boolean): Found | undefined {
  const items = itemsIn(rows);
  const last = items.at(-1);
  if (last === undefined || items.length < 2 || rows.length - 1 - last.at > BELOW_LIST) return undefined;
  const marked = items.filter(({ isMarked }) => isMarked).length;
  const isTyped = reading.lineMode && last.at < rows.length - 1 && PROMPT.test(rows.at(-1) ?? '');
  if (marked > 1 || (marked === 0 && !hasHints && !isTyped)) return undefined;
  // A second digit would be another key, and a first one may wait for it.
  const choices = items
    .map(({ text }, index) => ({ number: String(index + 1), label: labelOf(text) }))
    .filter(({ number }) => number.length === 1 && items.length < 10 * Number(number))
    .map(({ number, label }) => ({ keys: typed(number, reading), label }));
  return { choices, end: isTyped ? rows.length : last.at + 1 };
}

/** The last list of the rows, if it is there from its first number on. */
function itemsIn(rows: readonly string[]): readonly Item[] {
  const items: Item[] = [];
  let column: number | undefined;
  let next = 0;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] ?? '';
    const { number, text = '', pointer } = NUMBERED.exec(row)?.groups ?? {};
    if (number === undefined || (column !== undefined && row.indexOf(number) !== column)) continue;
    if (column !== undefined && Number(number) !== next) return [];
    column = row.indexOf(number);
    next = Number(number) - 1;
    items.unshift({ at, text, isMarked: pointer !== undefined });
    if (next === 0) return items;
  }
  return [];
}

/** `Yes (y)`, `[n] No`: two or more of them in the last rows. */
function namedIn(rows: readonly string[], reading: Reading): Found | undefined {
  let end = 0;
  const from = Math.max(0, rows.length - BELOW_LIST);
  const choices = rows.slice(from).flatMap((row, index) => {
    const found = row
      .trim()
      .split(PARTS)
      .flatMap((part) => groupsOf(NAMED_BEHIND, part) ?? groupsOf(NAMED_BEFORE, part) ?? []);
    if (found.length > 0) end = from + index + 1;
    return found.map(({ key = '', label = '' }) => ({ keys: typed(key, reading), label: labelOf(label) }));
  });
  const isDistinct = new Set(choices.map(({ keys }) => keys)).size === choices.length;
  return choices.length >= 2 && isDistinct ? { choices, end } : undefined;
}

/** A list without numbers: Enter takes the marked one, the arrows mark another. Its rows stand right above the hint. */
function pointedIn(rows: readonly string[], reading: Reading, hints: Found): Found | undefined {
  const enter = press('enter', reading);
  if (!hints.choices.some(({ keys }) => keys === enter)) return undefined;
  const list = rows.slice(0, hints.end - 1);
  const at = list.findLastIndex((row) => POINTED.test(row));
  const text = POINTED.exec(list[at] ?? '')?.groups?.['text'];
  if (text === undefined || list.length - at > MAX_CHOICES) return undefined;
  const column = (list[at] ?? '').lastIndexOf(text);
  const isBeside = (row: string | undefined) => row !== undefined && row.search(/\S/) === column;
  const below = list.slice(at + 1);
  if (!below.every(isBeside) || (below.length === 0 && !isBeside(list[at - 1]))) return undefined;
  const choices = [
    { keys: enter, label: labelOf(text) },
    { keys: press('up', reading), label: '↑' },
    { keys: press('down', reading), label: '↓' },
    ...hints.choices.filter(({ keys }) => keys !== enter),
  ];
  return limited(choices, hints.end);
}

function yesNoIn(rows: readonly string[], reading: Reading): Found | undefined {
  const { yes, no } = YES_NO.exec(rows.at(-1) ?? '')?.groups ?? {};
  if (yes === undefined || no === undefined) return undefined;
  // Whole words are typed with Enter only.
  if (yes.length > 1 && !reading.lineMode) return undefined;
  const choices = [yes, no].map((word) => ({
    keys: typed(word.toLowerCase(), reading),
    label: word.toLowerCase(),
  }));
  return { choices, end: rows.length };
}

/** What the last rows tell of Enter and Escape: `Enter to confirm · Esc to cancel`. */
function hintsIn(rows: readonly string[], reading: Reading): Found {
  if (reading.lineMode) return { choices: [], end: 0 };
  for (let at = rows.length - 1; at >= Math.max(0, rows.length - HINT_ROWS - 1); at--) {
    const choices = (rows[at] ?? '')
      .trim()
      .split(PARTS)
      .flatMap((part) => part.split(/ or (?=enter|esc)/i))
      .flatMap((part) => groupsOf(HINT, part) ?? [])
      .map(({ key = '', label = '' }) => ({
        keys: press(/^e(?:sc|scape)$/i.test(key) ? 'escape' : 'enter', reading),
        label: labelOf(label),
      }));
    if (choices.length > 0) return { choices, end: at + 1 };
  }
  return { choices: [], end: 0 };
}

/** The words of a choice, without its description and its other key. */
function labelOf(text: string): string {
  const [label = ''] = text.trim().split(/\s{2,}/);
  return label.replace(/ \((?:[a-z]|esc)\)$/, '').slice(0, MAX_LABEL);
}

function typed(text: string, { lineMode }: Reading): string {
  return lineMode ? `${text}\r` : text;
}

const NOT_HELD = { ctrl: false, alt: false, shift: false, super: false };

/** The bytes of a key in the modes of the program. */
function press(key: 'enter' | 'escape' | 'up' | 'down', modes: ProgramKeyModes): string {
  return pressedKeyBytes(key, NOT_HELD, modes) ?? '';
}

type Groups = { readonly [name: string]: string | undefined };

function groupsOf(pattern: RegExp, text: string): readonly Groups[] | undefined {
  const groups = pattern.exec(text)?.groups;
  return groups === undefined ? undefined : [groups];
}

// The answer.

type AnswerModes = ProgramKeyModes & { readonly bracketedPaste: boolean };

type AnswerInput =
  | { readonly ok: true; readonly data: string }
  | { readonly ok: false; readonly reason: string };

/** Control characters other than tab and line break: in a text they would be keys. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Enter and Escape may be given as the plain bytes, whatever the program has asked for. */
export function answerInput(
  answer: { readonly keys: string } | { readonly text: string },
  modes: AnswerModes,
): AnswerInput {
  const enter = press('enter', modes);
  if ('keys' in answer) {
    const { keys } = answer;
    const plain = keys === '\r' ? enter : keys === '\x1b' ? press('escape', modes) : keys;
    return { ok: true, data: plain };
  }
  const text = answer.text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, '');
  if (CONTROLS.test(text)) return { ok: false, reason: 'the text has control characters' };
  if (modes.bracketedPaste) return { ok: true, data: `${pasted(text)}${enter}` };
  if (/[\n\t]/.test(text)) return { ok: false, reason: 'the program takes one line, without tabs' };
  return { ok: true, data: `${text}${enter}` };
}

/** Keys as people read them: the words of the choice, else names and signs of the keys. */
export function wordsOfKeys(keys: string, choices: readonly Choice[]): string {
  const choice = choices.find((each) => each.keys === keys);
  if (choice !== undefined) return choice.label;
  if (keys === '\r') return 'Enter';
  if (keys === '\x1b') return 'Esc';
  return keys.replace(/[\x00-\x1f\x7f]/g, (sign) => `^${String.fromCharCode(sign.charCodeAt(0) ^ 64)}`);
}

/** Whether keys are a choice of the question, or Enter or Escape: nothing of a secret. */
export function isKeyOfQuestion(keys: string, choices: readonly Choice[]): boolean {
  return keys === '\r' || keys === '\x1b' || choices.some((choice) => choice.keys === keys);
}
