/** `meta.json` — what a terminal is, apart from what ran in it: enough to bring it back. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import { META } from './ledger-files.ts';

/** The first process of a terminal; no other one with its number has its start (`process-start.ts`). */
export type RecordedProcess = { readonly pid: number; readonly start: string };

export type RecordedTerminal = {
  readonly uri: string;
  readonly name: string;
  /** The user gave it that name. */
  readonly named: boolean;
  /** Base name, `zsh`. */
  readonly shell: string;
  /** As the client asked for it; absent: the user's own. */
  readonly shellAsked?: string;
  /** A program ran instead of a shell; as a command line. */
  readonly program?: string;
  /** File URI. */
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly claim: TerminalClaim;
  /** Who made it, `user:NAME` or `agent:HANDLE`. */
  readonly createdBy?: string;
  /** Unix milliseconds. */
  readonly created: number;
  readonly purpose?: string;
  /** Absolute path: it starts nowhere outside of it. */
  readonly root?: string;
  /** Added to its environment by who made it, as far as that may be written down (`kept-env.ts`). */
  readonly env?: { readonly [name: string]: string };
  /** Absent: it is known to have ended. */
  readonly process?: RecordedProcess | undefined;
  /** Only an open one is brought back; a parked one was closed by the user, its shell ended itself in an exited one. */
  readonly state: 'open' | 'parked' | 'exited' | 'closed';
};

const VERSION = 1;

export function formatMeta({ created, ...facts }: RecordedTerminal): string {
  const file = { version: VERSION, ...facts, created: new Date(created).toISOString() };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

export type ReadMeta =
  | { readonly ok: true; readonly facts: RecordedTerminal }
  | { readonly ok: false; readonly why: string };

export async function readMeta(folder: string): Promise<ReadMeta> {
  let text: string;
  try {
    text = await readFile(join(folder, META), 'utf8');
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
  return parseMeta(text);
}

export function parseMeta(text: string): ReadMeta {
  const raw = parseObject(text);
  if (raw === undefined) return { ok: false, why: 'damaged' };
  const { version } = raw;
  if (version !== VERSION) return { ok: false, why: `version ${JSON.stringify(version)}` };
  const facts = asFacts(raw);
  return facts === undefined ? { ok: false, why: `not of version ${VERSION}` } : { ok: true, facts };
}

type Raw = { readonly [key: string]: unknown };

function parseObject(text: string): Raw | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // Damaged.
    return undefined;
  }
}

function asFacts(raw: Raw): RecordedTerminal | undefined {
  const { uri, name, shell, shellAsked, program, cwd, cols, rows, createdBy, created, purpose, root } = raw;
  const claim = asClaim(raw['claim']);
  const state = STATES.find((known) => known === raw['state']);
  if (typeof uri !== 'string' || typeof name !== 'string' || claim === undefined || state === undefined) {
    return undefined;
  }
  const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return {
    uri,
    name,
    named: raw['named'] === true,
    shell: typeof shell === 'string' ? shell : '',
    ...(typeof shellAsked === 'string' ? { shellAsked } : {}),
    ...(typeof program === 'string' ? { program } : {}),
    ...(typeof cwd === 'string' ? { cwd } : {}),
    ...(typeof cols === 'number' && typeof rows === 'number' ? { cols, rows } : {}),
    claim,
    ...(typeof createdBy === 'string' ? { createdBy } : {}),
    created: Number.isNaN(at) ? 0 : at,
    ...(typeof purpose === 'string' ? { purpose } : {}),
    ...(typeof root === 'string' ? { root } : {}),
    ...asEnv(raw['env']),
    ...asProcess(raw['process']),
    state,
  };
}

const STATES = ['open', 'parked', 'exited', 'closed'] as const;

function asClaim(value: unknown): TerminalClaim | undefined {
  const { kind, clientId, session, chat } = asObject(value) ?? {};
  if (kind === 'client' && typeof clientId === 'string') return { kind, clientId };
  if (kind !== 'session' || typeof session !== 'string') return undefined;
  return { kind, session, ...(typeof chat === 'string' ? { chat } : {}) };
}

function asProcess(value: unknown): Pick<RecordedTerminal, 'process'> {
  const { pid, start } = asObject(value) ?? {};
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1;
  return isPid && typeof start === 'string' ? { process: { pid, start } } : {};
}

function asEnv(value: unknown): Pick<RecordedTerminal, 'env'> {
  const entries = Object.entries(asObject(value) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[1].includes('\0'),
  );
  return entries.length === 0 ? {} : { env: Object.fromEntries(entries) };
}

function asObject(value: unknown): Raw | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
