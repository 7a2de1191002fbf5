/** Encodes a key as xterm does for a program that has set modifyOtherKeys: `CSI 27 ; modifiers ; character ~`. */

import { controlCode } from './key-bytes.ts';
import { ALT, CTRL, type KeyStroke, pressedCode, SHIFT } from './key-stroke.ts';

/** Returns undefined for keys that have their legacy bytes at this level: 1 changes only keys that have none of their own. */
export function otherKeyBytes(stroke: KeyStroke, level: 1 | 2): string | undefined {
  const held = stroke.held & (SHIFT | ALT | CTRL);
  const { code } = stroke;
  const isCharacter = code > 0 && (code < 57344 || code > 63743);
  if (!isCharacter || held === 0 || stroke.text !== '') return undefined;
  if (level === 1 && hasOwnBytes(stroke.key, held)) return undefined;
  return `\x1b[27;${held + 1};${pressedCode(stroke)}~`;
}

function hasOwnBytes(key: string, held: number): boolean {
  if (key === 'enter') return false;
  if (key === 'tab') return held === SHIFT;
  if (key === 'escape' || key === 'backspace') return true;
  return (held & CTRL) === 0 || controlCode(key) !== undefined;
}
