/** What is told of a run beside its command and output, in words that all formats share. */

import { duration } from '../../protocol/common/durations.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { Run } from '../run.ts';

export type ExportOptions = {
  readonly title?: string | undefined;
  /** Home folder of the person, which is written as `~`. */
  readonly home?: string | undefined;
  readonly theme?: Theme;
};

/** `auto`: as the reader's system asks. */
export type Theme = 'light' | 'dark' | 'auto';

export function tookMs({ startedAt, finishedAt }: Run): number | undefined {
  return finishedAt === undefined ? undefined : Math.max(0, finishedAt - startedAt);
}

export function tookText(run: Run): string | undefined {
  const ms = tookMs(run);
  return ms === undefined ? undefined : duration(ms);
}

/** The folder, with the home folder as `~`. */
export function placeText({ cwd }: Run, home: string | undefined): string | undefined {
  if (cwd === undefined) return undefined;
  const path = nameText(cwd);
  if (home === undefined || home.length < 2) return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** `mara`, or `@ci` for an agent. */
export function writerText({ writer }: Run): string | undefined {
  return writer === undefined ? undefined : nameText(writer.replace(/^user:/, '').replace(/^agent:/, '@'));
}

/** `2026-11-28 10:50:49 UTC`: a document that is handed on is read in other time zones. */
export function whenText({ startedAt }: Run): string {
  const time = new Date(startedAt);
  return Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function terminalText({ terminal, seq }: Run): string {
  return `${nameText(terminal)} #${seq}`;
}

/** Replaces halves of characters, which no encoding has. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

/** The control characters, except tabs and line feeds, as signs that can be seen. */
export function visible(text: string): string {
  const shown = text.replaceAll('\r\n', '\n').replace(CONTROLS, (char) => {
    const code = char.charCodeAt(0);
    if (code === 0x7f) return '␡';
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '�';
  });
  return wellFormed(shown);
}

/** C0 except tab and line feed, DEL, C1, marks of direction, line separators. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
