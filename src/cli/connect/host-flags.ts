/** The flags of every subcommand that name its host: `--connect` and `--token`. */

import { readFileSync } from 'node:fs';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';

export const hostFlags = { connect: 'string', token: 'string' } as const;

/** The flags of subcommands that can ask the hosts of several machines at once. */
export const hostsFlags = { ...hostFlags, on: 'string' } as const;

/** What `--on` calls the person's own host. */
export const OWN_HOST = '.';

/** URL of the host, path of the file with its token, and machines whose hosts are asked together, as given. */
export type HostFlags = {
  readonly connect?: string | undefined;
  readonly token?: string | undefined;
  readonly on?: string | undefined;
};

export type ReadToken =
  | { readonly ok: true; readonly token: string | undefined }
  | { readonly ok: false; readonly error: string };

/** Characters of the longest token. A token is one line; a larger file is something else. */
const MAX_TOKEN = 4096;

/** Reads the token from the file of `--token` (`-` is a pipe), or else from that of `COTTY_TOKEN_FILE`. */
export async function readHostToken({ connect, token }: HostFlags, io: Io): Promise<ReadToken> {
  const isRemote = connect !== undefined && /^wss?:/.test(connect);
  if (!isRemote) {
    return token === undefined
      ? { ok: true, token: undefined }
      : { ok: false, error: '--token works only with a host at ws:// or wss://; name one with --connect' };
  }
  const path = token ?? io.env['COTTY_TOKEN_FILE'];
  if (path === undefined || path === '') return { ok: true, token: undefined };
  if (path === '-' && io.stdin.isTTY) {
    return { ok: false, error: '--token - reads the token from a pipe, not from the terminal' };
  }
  try {
    return checkToken(path === '-' ? await readAll(io) : readFileSync(path, 'utf8'), path);
  } catch (error) {
    const why = causeText(error);
    return { ok: false, error: `the token file "${path}" cannot be read (${why})` };
  }
}

/** Whether `--connect` has the URL of a host; else it has the address or the name of a machine. */
export function isHostUrl(connect: string): boolean {
  return /^(?:unix:|wss?:\/\/)/.test(connect);
}

/** The flags for another program. A token in the URL is removed, because such lines are shown and pasted. */
export function hostArgsOf({ connect, token }: HostFlags): readonly string[] {
  if (connect === undefined) return [];
  const url = /^wss?:/.test(connect) ? connect.replace(/\?.*$/, '') : connect;
  return ['--connect', url, ...(token === undefined || token === '-' ? [] : ['--token', token])];
}

function checkToken(text: string, path: string): ReadToken {
  const token = text.trim();
  const isToken = /^[\x21-\x7e]+$/.test(token) && token.length <= MAX_TOKEN;
  return isToken
    ? { ok: true, token }
    : { ok: false, error: `"${path}" does not hold a token; a token is one word on one line` };
}

/** Reads the pipe to its end, or until the text is too long for a token. */
function readAll({ stdin }: Io): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => {
      stdin.off('data', take);
      stdin.off('end', done);
      stdin.pause();
      resolve(text);
    };
    const take = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.length > MAX_TOKEN) done();
    };
    stdin.on('data', take);
    stdin.on('end', done);
    stdin.resume();
  });
}
