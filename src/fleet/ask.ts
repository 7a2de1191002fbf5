/** Requests to the hosts of a fleet and their answers: JSON in UTF-8. A host answers an `output` in pieces, the last one empty. */

import { isBoolean, isNumber, isRecord, isSeq, isString } from '../protocol/fields/object-fields.ts';
import { isHostId, isTerminalId } from './subjects.ts';

/** The finished command whose output is wanted. */
export type OutputQuestion = { readonly terminal: string; readonly seq: number };

export type AnsweredTerminal = {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
  readonly cwd: string | null;
  /** The command that runs, and since when in Unix milliseconds; null at the prompt. */
  readonly command: string | null;
  readonly since: number | null;
  /** What the program says of itself, in words; null if it says nothing. */
  readonly program: string | null;
};

export type ListAnswer = {
  readonly host: string;
  readonly terminals: readonly AnsweredTerminal[];
  /** Whether there are more than fit into the answer. */
  readonly more: boolean;
};

export type OutputAnswer =
  | { readonly ok: true; readonly text: string; readonly cut: boolean }
  | { readonly ok: false; readonly error: string };

export function readOutputQuestion(text: string): OutputQuestion | undefined {
  const raw = parse(text);
  if (!isRecord(raw)) return undefined;
  const { terminal, seq } = raw;
  return isString(terminal) && isTerminalId(terminal) && isSeq(seq) ? { terminal, seq } : undefined;
}

/** Returns undefined for what is no answer. */
export function readListAnswer(text: string): ListAnswer | undefined {
  const raw = parse(text);
  if (!isRecord(raw)) return undefined;
  const { host, terminals, more } = raw;
  if (!isString(host) || !isHostId(host) || !Array.isArray(terminals)) return undefined;
  return { host, terminals: terminals.flatMap((each) => asTerminal(each)), more: more === true };
}

function asTerminal(raw: unknown): AnsweredTerminal[] {
  if (!isRecord(raw)) return [];
  const { id, name, uri, cwd, command, since, program } = raw;
  if (!isString(id) || !isString(name) || !isString(uri)) return [];
  const text = (value: unknown) => (isString(value) ? value : null);
  return [
    {
      id,
      name,
      uri,
      cwd: text(cwd),
      command: text(command),
      since: isNumber(since) ? since : null,
      program: text(program),
    },
  ];
}

export function readOutputAnswer(text: string): OutputAnswer {
  const raw = parse(text);
  if (isRecord(raw) && isString(raw['error'])) return { ok: false, error: raw['error'] };
  if (!isRecord(raw) || !isString(raw['text'])) return { ok: false, error: 'the answer is not readable' };
  return { ok: true, text: raw['text'], cut: isBoolean(raw['cut']) && raw['cut'] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
