/**
 * Reads one line of the person's own keys:
 *   bind MODE KEY COMMAND [NUMBER] [when CONDITION]
 *   unbind MODE KEY
 */

import type { Binding } from '../binding.ts';
import { type CommandId, isCommandId } from '../command-ids.ts';
import { COMMANDS } from '../commands.ts';
import { CONDITIONS, type Condition, isCondition } from '../conditions.ts';
import { isPrintable, readKey } from '../key-spelling.ts';
import { isMode, isPassThrough, MODES, type Mode } from '../mode.ts';

export type KeyLine =
  | { readonly kind: 'bind'; readonly binding: Binding }
  | { readonly kind: 'unbind'; readonly mode: Mode; readonly key: string };

export type KeyLineResult = { readonly ok: true; readonly line: KeyLine } | Problem;

type Problem = { readonly ok: false; readonly problem: string };

/** `words`: the line split at blanks, the first one `bind` or `unbind`. */
export function parseKeyLine(words: readonly string[]): KeyLineResult {
  const [verb, modeWord = '', keyWord, ...rest] = words;
  const mode = modeWord.toLowerCase();
  if (!isMode(mode)) return problem(`mode must be one of ${MODES.join(', ')}`);
  if (keyWord === undefined) return problem('the key is missing');
  const key = readKey(keyWord);
  if (key === undefined) return problem(`there is no key called ${keyWord}`);
  if (verb === 'bind') return parseBind(mode, key, rest);
  if (rest.length > 0) return problem(`nothing may follow the key: ${rest.join(' ')}`);
  return { ok: true, line: { kind: 'unbind', mode, key } };
}

function parseBind(mode: Mode, key: string, words: readonly string[]): KeyLineResult {
  const [command, ...rest] = words;
  if (command === undefined) return problem('the command is missing');
  if (!isCommandId(command)) return problem(`there is no command called ${command}`);
  if (!COMMANDS[command].modes.includes(mode)) return problem(`${command} does not exist in ${mode}`);
  const when = readWhen(rest);
  if (!when.ok) return when;
  const argument = readArgument(command, when.before);
  if (!argument.ok) return argument;
  if (isPassThrough(mode) && when.condition) return problem(`${mode} knows no conditions`);
  if (hidesText(mode, key, when.condition)) return problem('that character could not be typed any more');
  const binding: Binding = {
    mode,
    key,
    command,
    ...(argument.value === undefined ? {} : { argument: argument.value }),
    ...(when.condition === undefined ? {} : { when: when.condition }),
  };
  return { ok: true, line: { kind: 'bind', binding } };
}

type When = { readonly ok: true; readonly condition?: Condition; readonly before: readonly string[] };

function readWhen(words: readonly string[]): When | Problem {
  const at = words.indexOf('when');
  if (at < 0) return { ok: true, before: words };
  const [condition = '', ...extra] = words.slice(at + 1);
  if (!isCondition(condition) || extra.length > 0) {
    return problem(`after "when" comes one of ${Object.keys(CONDITIONS).join(', ')}`);
  }
  return { ok: true, condition, before: words.slice(0, at) };
}

function readArgument(
  command: CommandId,
  words: readonly string[],
): { readonly ok: true; readonly value?: number } | Problem {
  const [word, ...extra] = words;
  if (command !== 'tab.select') {
    return word === undefined ? { ok: true } : problem(`${command} takes nothing more: ${words.join(' ')}`);
  }
  if (word === undefined || !/^[1-9]$/.test(word) || extra.length > 0)
    return problem('tab.select takes 1 to 9');
  return { ok: true, value: Number(word) };
}

/** A character that the person could no longer type into the command line, the dialog or the program. */
function hidesText(mode: Mode, key: string, condition: Condition | undefined): boolean {
  if (mode === 'browse' || mode === 'page' || !isPrintable(key)) return false;
  return condition !== 'input-empty' && condition !== 'prompt-empty';
}

function problem(text: string): Problem {
  return { ok: false, problem: text };
}
