/** The exit chip: a glyph with a number or word, readable without its colour. */

import type { BlockStatus } from '../../../client/blocks/exit-state.ts';
import type { Span } from './span.ts';

/** Returns the chip for a header: padded, and without colour for success or an unknown exit code. */
export function headerChip(status: BlockStatus, ascii: boolean): Span {
  const { text, role } = chip(status, ascii);
  switch (status.kind) {
    case 'running':
      return { text: ascii ? ' * ' : ' ● ', role };
    case 'ok':
      return { text: ascii ? ' + ' : ' ✓ ', role };
    case 'failed':
    case 'signal':
      return { text: ` ${text} `, role: 'failedChip' };
    case 'between':
      return { text: ascii ? ' - ' : ' · ', role };
    case 'suspended':
    case 'restart':
    case 'unknown':
      return { text: ` ${text} `, role: 'dim' };
    default:
      return { text: ` ${text} `, role };
  }
}

/** Returns the chip of a status. `ascii` is for terminals that draw ✓ and ✗ two cells wide or not at all. */
export function chip(status: BlockStatus, ascii = false): Span {
  switch (status.kind) {
    case 'running':
      return { text: ascii ? '* running' : '… running', role: 'running' };
    case 'ok':
      return { text: ascii ? '+ 0' : '✓ 0', role: 'ok' };
    case 'failed':
      return { text: `${ascii ? 'x' : '✗'} ${status.code}`, role: 'failed' };
    case 'interrupted':
      return { text: '^C', role: 'warning' };
    case 'suspended':
      return { text: '^Z suspended', role: 'unknown' };
    case 'signal':
      return { text: `${ascii ? 'x' : '✗'} ${status.name}`, role: 'failed' };
    case 'timeout':
      return { text: '! timeout', role: 'warning' };
    case 'restart':
      return { text: '~ host restart', role: 'warning' };
    case 'inside':
      return { text: ascii ? '> in' : '↳ in', role: 'unknown' };
    case 'unknown':
      return { text: '? unknown', role: 'unknown' };
    case 'between':
      return { text: '', role: 'dim' };
  }
}

/** Formats the time of a shell command in this window's time zone, with the date when it was not today. */
export function clock(timestamp: number, now: number): string {
  const then = new Date(timestamp);
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  return sameDay(then, new Date(now)) ? time : `${date(then, new Date(now))} ${time}`;
}

function date(then: Date, now: Date): string {
  const day = `${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  return then.getFullYear() === now.getFullYear() ? day : `${then.getFullYear()}-${day}`;
}

function sameDay(a: Date, b: Date): boolean {
  return a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear();
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
