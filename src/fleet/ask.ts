/**
 * Requests to the hosts of a fleet and their answers: JSON in UTF-8. A request names a token, and an answer is published under
 * the subject of its host and that token: nobody else may publish there. An output comes in pieces, with their number behind them.
 */

import {
  answers,
  flag,
  int,
  isUnlike,
  number,
  only,
  orElse,
  orNull,
  type Read,
  seq,
  string,
  text,
  union,
} from '../protocol/fields/parts.ts';
import { isTerminalId, isToken } from './subjects.ts';

/** UTF-16 units of all pieces of an output together. */
export const MOST_OUTPUT = 4 * 1024 * 1024;
/** Limits in UTF-16 units of a text in an answer, and of a path or URI. */
const [MAX_TEXT, MAX_PATH] = [2048, 16 * 1024];

const question = only({
  answer: string.check(isUnlike((token) => !isToken(token), 'it is no token')),
  /** The finished command whose output is wanted. Null: the terminals of the host are. */
  output: orNull(
    only({ terminal: string.check(isUnlike((id) => !isTerminalId(id), 'it is no terminal')), seq }),
  ),
});

const answeredTerminal = only({
  id: text(MAX_TEXT),
  name: text(MAX_TEXT),
  uri: text(MAX_PATH),
  cwd: orElse(orNull(text(MAX_PATH)), null),
  /** The command that runs, and since when in Unix milliseconds; null at the prompt. */
  command: orElse(orNull(text(MAX_TEXT)), null),
  since: orElse(orNull(number()), null),
  /** What the program says of itself, in words; null if it says nothing. */
  program: orElse(orNull(text(MAX_TEXT)), null),
});

const listAnswer = only({
  /** Another one for each process that answers: two with the same id are a copied state folder. */
  process: text(MAX_TEXT),
  terminals: answers(answeredTerminal),
  /** Whether there are more than fit into the answer. */
  more: flag,
});

const outputAnswer = union([
  only({ text: string, cut: flag }),
  /** The number of pieces before. */
  only({ end: int(0) }),
  only({ error: text(MAX_TEXT) }),
]);

export type Question = Read<typeof question>;
export type OutputQuestion = NonNullable<Question['output']>;
export type AnsweredTerminal = Read<typeof answeredTerminal>;
export type ListAnswer = Read<typeof listAnswer>;
export type OutputAnswer = Read<typeof outputAnswer>;

/** Each returns undefined for what is none. */
export const readQuestion = (message: string): Question | undefined => read(question, message);
export const readListAnswer = (message: string): ListAnswer | undefined => read(listAnswer, message);
export const readOutputAnswer = (message: string): OutputAnswer | undefined => read(outputAnswer, message);

type Reader<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

function read<T>(schema: Reader<T>, message: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(message));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
