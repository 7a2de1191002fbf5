/**
 * What a host publishes: commands that began and ended, without their output, and what it says of itself. JSON in UTF-8. Anybody
 * may write anything into it, so a reader takes a message only if it says of itself what its subject says.
 */

import { createHmac } from 'node:crypto';
import { type CommandRecord, commandFacts } from '../protocol/cotty/command-record.ts';
import { refusals } from '../protocol/cotty/fleet-status.ts';
import {
  isUnlike,
  literal,
  number,
  oneOf,
  only,
  optional,
  type Read,
  string,
  text,
} from '../protocol/fields/parts.ts';
import { type EventSubject, isHostId } from './subjects.ts';

const VERSION = 1;
/** Limits in bytes: of an event, of which a command line takes at most 192 KiB, and of a hello. Both streams refuse longer ones. */
export const [MAX_EVENT, MAX_HELLO] = [512 * 1024, 8 * 1024];
/** UTF-16 units of a name. */
const MAX_NAME = 1024;

const v = literal(VERSION);
const host = only({ id: string, name: text(MAX_NAME) });
const time = string.check(isUnlike((iso) => Number.isNaN(Date.parse(iso)), 'it is no time'));

const commandEvent = only({
  v,
  /** `left`: a command has ended that had been told as ended when it entered an inner shell. */
  kind: oneOf(['began', 'ended', 'left', 'forgot']),
  host,
  terminal: only({ id: string, name: text(MAX_NAME), uri: text(MAX_NAME) }),
  /** Of a record that is forgotten, all but its number is empty. */
  record: only({ ...commandFacts, started_at: time }),
});

const hello = only({
  v,
  id: string,
  name: text(MAX_NAME),
  version: text(MAX_NAME),
  user: text(MAX_NAME),
  state: oneOf(['here', 'stopped']),
  terminals: number(0),
  refused: optional(refusals),
});

export type HostName = Read<typeof host>;
export type CommandEvent = Omit<Read<typeof commandEvent>, 'v'>;
/** The fields of `cotty read --json` that are no output and no note. */
export type FleetRecord = CommandEvent['record'];
/** What a host says of itself when it joins, every half minute, and when it stops. */
export type Hello = Omit<Read<typeof hello>, 'v'>;

export function formatEvent(event: CommandEvent): string {
  return JSON.stringify({ v: VERSION, ...event });
}

export function formatHello(said: Hello): string {
  return JSON.stringify({ v: VERSION, ...said });
}

/** The record as it is published. */
export function publishedRecord(record: CommandRecord): FleetRecord {
  const fields = Object.keys(commandFacts).filter((key) => Object.hasOwn(record, key));
  return Object.fromEntries(fields.map((key) => [key, record[key as keyof FleetRecord]])) as FleetRecord;
}

/** The subject under which an event stands, and no other one. */
export function subjectOf({ kind, host, terminal }: CommandEvent): EventSubject {
  return { host: host.id, terminal: terminal.id, kind: kind === 'left' ? 'ended' : kind };
}

/**
 * Identifies an event for JetStream, which drops a second one with the same id, whoever has published the first. Only who knows
 * the secret of the host can say what the next ids are.
 */
export function eventId({ kind, host, terminal, record }: CommandEvent, secret: string): string {
  const names = JSON.stringify([host.id, terminal.id, record.seq, kind, record.started_at]);
  return createHmac('sha256', secret).update(names).digest('base64url');
}

/** Returns undefined for what is no event, or says that it is of another host, terminal or kind than its subject does. */
export function readEvent(message: string, subject: EventSubject): CommandEvent | undefined {
  const read = commandEvent.safeParse(parse(message));
  if (!read.success) return undefined;
  const { v: _, ...event } = read.data;
  const of = subjectOf(event);
  return of.host === subject.host && of.terminal === subject.terminal && of.kind === subject.kind
    ? event
    : undefined;
}

/** Returns undefined for what is no hello, or not that of this host. */
export function readHello(message: string, host: string): Hello | undefined {
  const read = hello.safeParse(parse(message));
  if (!read.success || read.data.id !== host || !isHostId(host)) return undefined;
  const { v: _, ...said } = read.data;
  return said;
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
