/** Reads `--nats` and the options for it, or else their environment variables: the servers of a fleet and the credentials. */

import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import type { NatsOptions } from '../../fleet/nats-options.ts';
import { DEFAULT_PREFIX, isPrefix } from '../../fleet/subjects.ts';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';

export const natsFlags = {
  nats: 'string',
  natsCreds: 'string',
  natsNkey: 'string',
  natsCa: 'string',
  natsCert: 'string',
  natsKey: 'string',
  natsPrefix: 'string',
} as const;

export type NatsFlag = keyof typeof natsFlags;
export type NatsFlags = { readonly [N in NatsFlag]?: string | undefined };

/** The options as they are written, and the variables that stand for them: also for a host that starts in the background. */
export const NATS_NAMES: { readonly [N in NatsFlag]: readonly [option: string, variable: string] } = {
  nats: ['--nats', 'COTTY_NATS'],
  natsCreds: ['--nats-creds', 'COTTY_NATS_CREDS'],
  natsNkey: ['--nats-nkey', 'COTTY_NATS_NKEY'],
  natsCa: ['--nats-ca', 'COTTY_NATS_CA'],
  natsCert: ['--nats-cert', 'COTTY_NATS_CERT'],
  natsKey: ['--nats-key', 'COTTY_NATS_KEY'],
  natsPrefix: ['--nats-prefix', 'COTTY_NATS_PREFIX'],
};

export const NATS_FILES = ['natsCreds', 'natsNkey', 'natsCa', 'natsCert', 'natsKey'] as const;

export type ReadNats =
  | { readonly ok: true; readonly nats: NatsOptions | undefined }
  | { readonly ok: false; readonly error: string };

const DEFAULT_PORT = 4222;

export function readNats(flags: NatsFlags, io: Pick<Io, 'env' | 'cwd'>): ReadNats {
  const url = flags.nats ?? valueIn(io.env, 'nats');
  if (url === undefined) {
    const idle = Object.keys(NATS_NAMES).find((name) => flags[name as NatsFlag] !== undefined);
    return idle === undefined
      ? { ok: true, nats: undefined }
      : wrong(`${NATS_NAMES[idle as NatsFlag][0]} works only with --nats`);
  }
  const servers = url.split(',').map(readServer);
  const bad = servers.find((read) => !read.ok);
  if (bad?.ok === false) return bad;
  const prefix = flags.natsPrefix ?? valueIn(io.env, 'natsPrefix') ?? DEFAULT_PREFIX;
  if (!isPrefix(prefix))
    return wrong(`--nats-prefix "${prefix}" is not one to five words with dots between, such as acme.cotty`);
  const files = readFiles(flags, io);
  if (typeof files === 'string') return wrong(files);
  return {
    ok: true,
    nats: { servers: servers.flatMap((read) => (read.ok ? [read.server] : [])), prefix, ...files },
  };
}

type Files = Pick<NatsOptions, 'creds' | 'nkey' | 'ca' | 'cert' | 'key'>;

/** Returns the absolute paths, or what is wrong with one. */
function readFiles(flags: NatsFlags, { env, cwd }: Pick<Io, 'env' | 'cwd'>): Files | string {
  const files: { -readonly [N in keyof Files]: Files[N] } = {};
  for (const name of NATS_FILES) {
    const path = flags[name] ?? valueIn(env, name);
    if (path === undefined) continue;
    const file = resolve(cwd, path);
    const why = whyUnreadable(file);
    if (why !== undefined) return `${NATS_NAMES[name][0]} "${path}" cannot be read (${why})`;
    files[FILE_OPTIONS[name]] = file;
  }
  if (files.creds !== undefined && files.nkey !== undefined)
    return 'use --nats-creds or --nats-nkey, not both';
  return (files.cert === undefined) === (files.key === undefined)
    ? files
    : '--nats-cert and --nats-key must be used together';
}

const FILE_OPTIONS = {
  natsCreds: 'creds',
  natsNkey: 'nkey',
  natsCa: 'ca',
  natsCert: 'cert',
  natsKey: 'key',
} as const;

function valueIn(env: Io['env'], name: NatsFlag): string | undefined {
  return env[NATS_NAMES[name][1]] || undefined;
}

function readServer(
  text: string,
): { readonly ok: true; readonly server: string } | { readonly ok: false; readonly error: string } {
  // Without a scheme `box:4222` would be read as one.
  const written = text.includes('://') ? text : `nats://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const isAddress = url !== undefined && (url.pathname === '' || url.pathname === '/') && url.search === '';
  if (url === undefined || !isAddress || url.hostname === '' || !/^(?:nats|tls):$/.test(url.protocol))
    return wrong(`--nats "${text}" is not the address of a server, such as nats://HOST:${DEFAULT_PORT}`);
  // Everybody on the machine sees the arguments of a process.
  if (url.username !== '' || url.password !== '')
    return wrong('--nats takes no password; put credentials into a file for --nats-creds or --nats-nkey');
  return { ok: true, server: `${url.protocol}//${url.hostname}:${url.port || DEFAULT_PORT}` };
}

function whyUnreadable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return causeText(error);
  }
}

function wrong(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}
