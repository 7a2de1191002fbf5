/** What a host publishes: commands that began and ended, without their output, and what it says of itself. JSON in UTF-8. */

import type { CommandRecord } from '../protocol/cotty/command-record.ts';
import { isNumber, isRecord, isString, type Raw } from '../protocol/fields/object-fields.ts';
import { isHostId, isTerminalId } from './subjects.ts';

const VERSION = 1;

export type HostName = { readonly id: string; readonly name: string };

/** The fields of `cotty read --json` that are no output and no note. */
export type FleetRecord = Omit<
  CommandRecord,
  'stdout' | 'stderr' | 'omitted' | 'printed_before' | 'no_command' | 'note' | 'note_by' | 'bookmarked'
>;

export type CommandEvent = {
  /** `left`: a command has ended that had been told as ended when it entered an inner shell. */
  readonly kind: 'began' | 'ended' | 'left' | 'forgot';
  readonly host: HostName;
  readonly terminal: { readonly id: string; readonly name: string; readonly uri: string };
  /** Of a record that is forgotten, all but its number is empty. */
  readonly record: FleetRecord;
};

/** What a host says of itself when it joins, every half minute, and when it stops. */
export type Hello = HostName & {
  readonly version: string;
  readonly user: string;
  readonly state: 'here' | 'stopped';
  /** Unix milliseconds, by the clock of the host. */
  readonly at: number;
  readonly terminals: number;
};

export function formatEvent(event: CommandEvent): string {
  return JSON.stringify({ v: VERSION, ...event });
}

export function formatHello(hello: Hello): string {
  return JSON.stringify({ v: VERSION, ...hello });
}

/** Identifies an event: JetStream drops a second one with the same id, and so does the index. */
export function eventId({ kind, host, terminal, record }: CommandEvent): string {
  return `${host.id}.${terminal.id}.${record.seq}.${kind}`;
}

/** Returns undefined for what is no event: anybody with the right to publish can have sent it. */
export function readEvent(text: string): CommandEvent | undefined {
  const raw = parse(text);
  const kind = KINDS.find((known) => known === raw?.['kind']);
  const host = asHostName(raw?.['host']);
  const { terminal, record } = raw ?? {};
  if (kind === undefined || host === undefined || !isRecord(terminal) || !isRecord(record)) return undefined;
  const { id, name, uri } = terminal;
  const read = asRecord(record);
  if (!isString(id) || !isTerminalId(id) || !isString(name) || !isString(uri) || read === undefined)
    return undefined;
  return { kind, host, terminal: { id, name, uri }, record: read };
}

const KINDS = ['began', 'ended', 'left', 'forgot'] as const;

/** Returns undefined for what is no hello. */
export function readHello(text: string): Hello | undefined {
  const raw = parse(text);
  const host = asHostName(raw);
  if (raw === undefined || host === undefined) return undefined;
  const { version, user, state, at, terminals } = raw;
  if (!isString(version) || !isString(user) || !isNumber(at) || !isNumber(terminals)) return undefined;
  return { ...host, version, user, state: state === 'stopped' ? state : 'here', at, terminals };
}

function asHostName(value: unknown): HostName | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name } = value;
  return isString(id) && isHostId(id) && isString(name) ? { id, name } : undefined;
}

/** Checks the fields that are searched and shown; a value of a wrong type counts as unknown. */
function asRecord(raw: Raw): FleetRecord | undefined {
  const { seq, cmd, started_at, writer, finished_at, duration_s, exit, cwd } = raw;
  if (!isNumber(seq) || !Number.isSafeInteger(seq) || seq < 0 || !isString(cmd) || !isTime(started_at))
    return undefined;
  return {
    ...(raw as FleetRecord),
    seq,
    cmd,
    started_at,
    writer: isString(writer) ? writer : null,
    finished_at: isTime(finished_at) ? finished_at : null,
    duration_s: isNumber(duration_s) ? duration_s : null,
    exit: isNumber(exit) ? exit : null,
    cwd: isString(cwd) ? cwd : null,
    killed_by_restart: raw['killed_by_restart'] === true,
    timed_out: raw['timed_out'] === true,
  };
}

function isTime(value: unknown): value is string {
  return isString(value) && !Number.isNaN(Date.parse(value));
}

function parse(text: string): Raw | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && value['v'] === VERSION ? value : undefined;
  } catch {
    return undefined;
  }
}
