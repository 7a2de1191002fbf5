/** `meta.json` — the description of a terminal, without its commands: enough to restore it. */

import { join } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { redact } from '../../protocol/common/redact.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import { META } from './ledger-files.ts';
import { readPlainFile } from './plain-file.ts';

/** The first process of a terminal. A process that reuses its pid has another start (`process-start.ts`). */
export type RecordedProcess = { readonly pid: number; readonly start: string };

/** Path of the slave of a pty, and the nonce of its shell. */
export type HeldPty = { readonly path: string; readonly nonce: string };

export type TerminalFacts = {
  readonly uri: string;
  readonly name: string;
  /** True when the user chose the name. */
  readonly named: boolean;
  /** Names that the terminal had before, the newest first; absent in records of versions that did not keep them. */
  readonly earlier?: readonly string[];
  /** Base name of the shell, such as `zsh`. */
  readonly shell: string;
  /** The shell that the client asked for; absent for the user's default shell. */
  readonly shellAsked?: string;
  /** Command line of the program that runs instead of a shell. */
  readonly program?: string;
  /** Working directory, as a file URI. */
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly claim: TerminalClaim;
  /** The creator, `user:NAME` or `agent:HANDLE`. */
  readonly createdBy?: string;
  /** Time of creation in Unix milliseconds. */
  readonly created: number;
  readonly purpose?: string;
  /** Its place in the list if it was moved, comparable with creation times (Unix ms). */
  readonly place?: number;
  /** Absolute path of the folder in which the terminal must start. */
  readonly root?: string;
  /** Environment variables that the creator added, as far as they may be stored (`kept-env.ts`). */
  readonly env?: { readonly [name: string]: string };
  /** Absent when the process is known to have ended. */
  readonly process?: RecordedProcess | undefined;
  /** Identity of the pty for a host that takes it over; absent where nothing can be taken over. */
  readonly held?: HeldPty;
  /** Only an open terminal is restored. Parked: closed by the user, and can be reopened. Exited: its shell has ended. */
  readonly state: 'open' | 'parked' | 'exited' | 'closed';
};

const VERSION = 1;
/** Limits: bytes of the file, which usually has some hundred, and UTF-16 units of a URI, which clients choose. */
const MAX_FILE = 1024 * 1024;
const MAX_URI = 1024;
/** Limit of earlier names. At it a name no longer follows the folder, and a name that is given takes the place of the oldest. */
export const MOST_EARLIER = 64;
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/;

/** Texts that users and programs have chosen are redacted. */
export function formatMeta({ created, name, earlier, program, purpose, ...terminal }: TerminalFacts): string {
  const file = {
    version: VERSION,
    ...terminal,
    name: redact(name),
    ...(earlier === undefined ? {} : { earlier: earlier.map(redact) }),
    ...(program === undefined ? {} : { program: redact(program) }),
    ...(purpose === undefined ? {} : { purpose: redact(purpose) }),
    created: new Date(created).toISOString(),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

export type ReadMeta =
  | { readonly ok: true; readonly terminal: TerminalFacts }
  | { readonly ok: false; readonly why: string };

export async function readMeta(folder: string): Promise<ReadMeta> {
  let text: string;
  try {
    text = (await readPlainFile(join(folder, META), MAX_FILE)).toString();
  } catch (error) {
    return { ok: false, why: reasonOf(error) };
  }
  return parseMeta(text);
}

export function parseMeta(text: string): ReadMeta {
  const raw = parseObject(text);
  if (raw === undefined) return { ok: false, why: 'damaged' };
  const { version } = raw;
  if (version !== VERSION) return { ok: false, why: `unknown version ${JSON.stringify(version)}` };
  const terminal = asTerminal(raw);
  return terminal === undefined
    ? { ok: false, why: `not valid for version ${VERSION}` }
    : { ok: true, terminal };
}

type Raw = { readonly [key: string]: unknown };

function parseObject(text: string): Raw | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // The file is damaged.
    return undefined;
  }
}

function asTerminal(raw: Raw): TerminalFacts | undefined {
  const { uri, name, shell, shellAsked, program, cwd, cols, rows, createdBy, created, purpose, place, root } =
    raw;
  const claim = asClaim(raw['claim']);
  const state = STATES.find((known) => known === raw['state']);
  if (!isTerminalUri(uri) || typeof name !== 'string' || claim === undefined || state === undefined) {
    return undefined;
  }
  const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return {
    uri,
    name,
    named: raw['named'] === true,
    ...asEarlier(raw['earlier']),
    shell: typeof shell === 'string' ? shell : '',
    ...(typeof shellAsked === 'string' ? { shellAsked } : {}),
    ...(typeof program === 'string' ? { program } : {}),
    ...(typeof cwd === 'string' ? { cwd } : {}),
    ...(typeof cols === 'number' && typeof rows === 'number' ? { cols, rows } : {}),
    claim,
    ...(typeof createdBy === 'string' ? { createdBy } : {}),
    created: Number.isNaN(at) ? 0 : at,
    ...(typeof purpose === 'string' ? { purpose } : {}),
    ...(typeof place === 'number' ? { place } : {}),
    ...(typeof root === 'string' ? { root } : {}),
    ...asEnv(raw['env']),
    ...asProcess(raw['process']),
    ...asHeld(raw['held']),
    state,
  };
}

/** Whether a client could have created a terminal of this URI. */
function isTerminalUri(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri === '' || uri.length > MAX_URI) return false;
  return !CONTROLS.test(uri) && !isRootUri(uri);
}

const STATES = ['open', 'parked', 'exited', 'closed'] as const;

function asClaim(value: unknown): TerminalClaim | undefined {
  const { kind, clientId, session, chat } = asObject(value) ?? {};
  if (kind === 'client' && typeof clientId === 'string') return { kind, clientId };
  if (kind !== 'session' || typeof session !== 'string') return undefined;
  return { kind, session, ...(typeof chat === 'string' ? { chat } : {}) };
}

function asEarlier(value: unknown): Pick<TerminalFacts, 'earlier'> {
  if (!Array.isArray(value)) return {};
  const names = value.filter((name): name is string => typeof name === 'string');
  return { earlier: names.slice(0, MOST_EARLIER) };
}

function asProcess(value: unknown): Pick<TerminalFacts, 'process'> {
  const { pid, start } = asObject(value) ?? {};
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1;
  return isPid && typeof start === 'string' ? { process: { pid, start } } : {};
}

function asHeld(value: unknown): Pick<TerminalFacts, 'held'> {
  const { path, nonce } = asObject(value) ?? {};
  return typeof path === 'string' && typeof nonce === 'string' ? { held: { path, nonce } } : {};
}

function asEnv(value: unknown): Pick<TerminalFacts, 'env'> {
  const entries = Object.entries(asObject(value) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[1].includes('\0'),
  );
  return entries.length === 0 ? {} : { env: Object.fromEntries(entries) };
}

function asObject(value: unknown): Raw | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
