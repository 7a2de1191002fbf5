/** The unfinished end of a write: the start of an escape sequence or surrogate pair whose rest has not arrived yet. */
import { ESC, isInnerControl, isIntroducer, isString } from '../../protocol/sequences/states.ts';
import type { Core } from '../core/emulator-core.ts';

/**
 * Limit: 64 Ki characters. Of a longer string only the start is kept, which decides how the rest is parsed; `Images` keeps the
 * rest of images.
 */
const UNFINISHED_LIMIT = 64 * 1024;

/** xterm's parser state outside of any sequence. */
const GROUND = 0;

/** Returns the unfinished text after `data` was written; `before` is the unfinished text before it. */
export function unfinished(core: Core, before: string, data: string): string {
  const state = core._inputHandler._parser.currentState;
  if (state === GROUND) return core._inputHandler._stringDecoder._interim === 0 ? '' : data.slice(-1);
  const begins = lastBeginning(data);
  const start = begins < 0 ? before : '';
  const added = data.slice(Math.max(0, begins)).slice(0, UNFINISHED_LIMIT - start.length);
  return isString(state) ? withoutEarlyControls(start + added) : start + withoutControls(added);
}

function lastBeginning(data: string): number {
  let at = data.length - 1;
  while (at >= 0 && !isIntroducer(data.charCodeAt(at))) at -= 1;
  return at;
}

/** Removes those between the ESC and the letter that begins a string; in the string they are a part of it. */
function withoutEarlyControls(text: string): string {
  if (text.charCodeAt(0) !== ESC) return text;
  let at = 1;
  while (at < text.length && isInnerControl(text.charCodeAt(at))) at += 1;
  return `\x1b${text.slice(at)}`;
}

/** Removes control characters that took effect inside the sequence: replaying its start must not repeat them. */
function withoutControls(text: string): string {
  let kept = '';
  for (const char of text) if (!isInnerControl(char.charCodeAt(0))) kept += char;
  return kept;
}
