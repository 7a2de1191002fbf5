/**
 * Input that is not UTF-8 text: old mouse reports, in which a column beyond the 95th is a byte above 127. It is sent as a text in
 * which each character is one byte, to hosts with `byteInput`.
 */

import { cottyMeta, META_KEY } from '../common/meta.ts';
import type { InputAction } from './actions.ts';

/** Metadata of `terminal/input`. */
type InputMeta = { readonly bytes?: boolean };

const LARGEST_BYTE = 0xff;

export function inputAction(data: string, bytes: boolean): InputAction {
  return { type: 'terminal/input', data, ...(bytes && { _meta: { [META_KEY]: { bytes } } }) };
}

/** Whether input that is marked as bytes has a character that is not a byte. */
export function isBeyondBytes(action: InputAction): boolean {
  if (!isBytes(action)) return false;
  for (let at = 0; at < action.data.length; at += 1)
    if (action.data.charCodeAt(at) > LARGEST_BYTE) return true;
  return false;
}

/** Whether each character of the input is one byte. */
export function isBytes({ _meta }: InputAction): boolean {
  return _meta !== undefined && cottyMeta<InputMeta>(_meta).bytes === true;
}
