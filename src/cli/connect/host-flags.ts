/** What every subcommand accepts about its host: which one, and the token for it. */

import { readFileSync } from 'node:fs';
import type { Io } from '../ground/io.ts';

export const hostFlags = { connect: 'string', token: 'string' } as const;

/** Which host, and the file with the token for it, as given. */
export type HostFlags = { readonly connect?: string | undefined; readonly token?: string | undefined };

export type ReadToken =
  | { readonly ok: true; readonly token: string | undefined }
  | { readonly ok: false; readonly error: string };

/** A token is a line; a file of this size is something else. */
const MAX_TOKEN = 4096;

/** The token to send: from the file of `--token` (`-`: from a pipe), else from that of `COTTY_TOKEN_FILE`. */
export async function readHostToken({ connect, token }: HostFlags, io: Io): Promise<ReadToken> {
  const isRemote = connect !== undefined && /^wss?:/.test(connect);
  if (!isRemote) {
    return token === undefined
      ? { ok: true, token: undefined }
      : { ok: false, error: '--token is for a host at ws:// or wss://: name one with --connect' };
  }
  const path = token ?? io.env['COTTY_TOKEN_FILE'];
  if (path === undefined || path === '') return { ok: true, token: undefined };
  if (path === '-' && io.stdin.isTTY) {
    return { ok: false, error: '--token - reads the token from a pipe, not from the terminal' };
  }
  try {
    return checked(path === '-' ? await readAll(io) : readFileSync(path, 'utf8'), path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { ok: false, error: `the token file "${path}" cannot be read (${code})` };
  }
}

/** The same host for another program: without a token that stands in the URL, since people show and paste it. */
export function hostArgsOf({ connect, token }: HostFlags): readonly string[] {
  if (connect === undefined) return [];
  const url = connect.startsWith('unix:') ? connect : connect.replace(/\?.*$/, '');
  return ['--connect', url, ...(token === undefined || token === '-' ? [] : ['--token', token])];
}

function checked(text: string, path: string): ReadToken {
  const token = text.trim();
  const isToken = /^[\x21-\x7e]+$/.test(token) && token.length <= MAX_TOKEN;
  return isToken
    ? { ok: true, token }
    : { ok: false, error: `"${path}" does not hold a token: one word on one line` };
}

/** Until the end of the pipe, or until it is clear that this is no token. */
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
