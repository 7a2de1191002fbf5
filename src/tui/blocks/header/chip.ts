/** The exit chip: a glyph with a number or word, readable without its colour. */

import type { Block } from '../../../client/blocks/block.ts';
import { duration, elapsed } from '../../../protocol/common/durations.ts';
import { chipOf } from '../../../review/chip.ts';
import type { BlockStatus } from '../../../review/exit-state.ts';
import type { Span, SpanRole } from './span.ts';

/** Returns the chip for a header: padded, and without colour for success or an unknown exit code. */
export function headerChip(status: BlockStatus, ascii: boolean): Span {
  const { sign } = chipOf(status, ascii);
  return { text: ` ${sign} `, role: headerRole(status) };
}

function headerRole(status: BlockStatus): SpanRole {
  switch (status.kind) {
    case 'failed':
    case 'signal':
      return 'failedChip';
    case 'suspended':
    case 'restart':
    case 'unknown':
      return 'dim';
    default:
      return roleOf(status);
  }
}

/** Returns the chip of a status, as a list of commands shows it. `ascii` is for terminals that draw ✓ and ✗ two cells wide or not at all. */
export function chip(status: BlockStatus, ascii = false): Span {
  const { sign } = chipOf(status, ascii);
  const role = roleOf(status);
  switch (status.kind) {
    case 'running':
      return { text: ascii ? '* running' : '… running', role };
    case 'ok':
      return { text: `${sign} 0`, role };
    case 'between':
      return { text: '', role };
    default:
      return { text: sign, role };
  }
}

function roleOf(status: BlockStatus): SpanRole {
  const { tone } = chipOf(status);
  return tone === 'dim' && status.kind !== 'between' ? 'unknown' : tone;
}

/** Formats the time of a shell command in this window's time zone, with the date when it was not today. */
export function clock(timestamp: number, now: number): string {
  const then = new Date(timestamp);
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  return sameDay(then, new Date(now)) ? time : `${date(then, new Date(now))} ${time}`;
}

/** Returns when a command began and ended, to the second, and how long it took: `10:04:12–10:04:15 · 3.1s`. */
export function wholeTime(block: Pick<Block, 'timestamp' | 'durationMs' | 'status'>, now: number): string {
  const { timestamp, durationMs, status } = block;
  const [from, end] = [seconds(timestamp, now), timestamp + (durationMs ?? 0)];
  if (status.kind === 'running') return `since ${from} · ${elapsed(now - timestamp)}`;
  if (durationMs === undefined) return from;
  const isSameDay = sameDay(new Date(timestamp), new Date(end));
  return `${from}–${isSameDay ? clockSeconds(new Date(end)) : seconds(end, now)} · ${wholeDuration(durationMs)}`;
}

function seconds(timestamp: number, now: number): string {
  const [then, today] = [new Date(timestamp), new Date(now)];
  return sameDay(then, today) ? clockSeconds(then) : `${date(then, today)} ${clockSeconds(then)}`;
}

function clockSeconds(then: Date): string {
  return `${two(then.getHours())}:${two(then.getMinutes())}:${two(then.getSeconds())}`;
}

const [SECOND_MS, HOUR_MS] = [1_000, 3_600_000];

function wholeDuration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)}ms`;
  if (ms < HOUR_MS) return duration(ms);
  const minutes = Math.floor(ms / 60_000);
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m ${two(Math.floor(ms / SECOND_MS) % 60)}s`;
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
