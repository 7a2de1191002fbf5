/** Reads a small file safely, whatever is at its path: a FIFO would block, and a device or a file of /proc may never end. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import { causeText } from './error-text.ts';

/** `why` is to be put in parentheses; `code`: that of the system. `size`: the size of a file that is too long. */
export type SmallFile =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly why: string; readonly code?: string; readonly size?: number };

/** O_NONBLOCK, so that a FIFO does not block. Files of /proc report size 0, so the bytes read are counted too. */
export function readSmallFile(path: string, most: number): SmallFile {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    return { ok: false, why: causeText(error), code: systemCode(error) };
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return { ok: false, why: 'it is a folder', code: 'EISDIR' };
    if (!stat.isFile()) return { ok: false, why: 'it is not a regular file' };
    const { size } = stat;
    if (size > most) return { ok: false, why: tooLong(most), size };
    const bytes = Buffer.alloc(most + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    if (length > most) return { ok: false, why: tooLong(most) };
    return { ok: true, bytes: bytes.subarray(0, length) };
  } catch (error) {
    return { ok: false, why: causeText(error), code: systemCode(error) };
  } finally {
    closeSync(file);
  }
}

function tooLong(most: number): string {
  return `it has more than ${most} bytes`;
}
