import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readHostToken } from '../../../src/cli/connect/host-flags.ts';
import { readNetwork } from '../../../src/cli/host/network-options.ts';
import { runCli } from '../../../src/cli/run.ts';
import { limitNames } from '../../../src/host/common/limits.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const connect = 'ws://127.0.0.1:7070';
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-flags-'));
  file = join(folder, 'token');
  writeFileSync(file, 'a-token-on-a-line\n');
});

afterEach(() => removeFolder(folder));

describe('the token for a host', () => {
  test('is read from the file of --token, else from that of COTTY_TOKEN_FILE', async () => {
    const expected = { ok: true, token: 'a-token-on-a-line' };
    expect(await readHostToken({ connect, token: file }, fakeIo().io)).toEqual(expected);
    const { io } = fakeIo({ env: { COTTY_TOKEN_FILE: file } });
    expect(await readHostToken({ connect }, io)).toEqual(expected);
    const other = fakeIo({ env: { COTTY_TOKEN_FILE: '/no/such/file' } });
    expect(await readHostToken({ connect, token: file }, other.io)).toEqual(expected);
    expect(await readHostToken({ connect: 'wss://host' }, fakeIo().io)).toEqual({
      ok: true,
      token: undefined,
    });
  });

  test('is not sent to the own host', async () => {
    const { io } = fakeIo({ env: { COTTY_TOKEN_FILE: file } });
    expect(await readHostToken({}, io)).toEqual({ ok: true, token: undefined });
    expect(await readHostToken({ connect: 'unix:/x' }, io)).toEqual({ ok: true, token: undefined });
  });

  test('comes from a pipe for -, never from a terminal', async () => {
    const piped = fakeIo();
    const read = readHostToken({ connect, token: '-' }, piped.io);
    piped.type('from-the-pipe\n');
    piped.type('');
    expect(await read).toEqual({ ok: true, token: 'from-the-pipe' });
    const { io, err } = fakeIo({ tty: true });
    expect(await runCli(['ls', '--connect', connect, '--token', '-'], io)).toBe(2);
    expect(err()).toMatch(/reads the token from a pipe/);
    expect(await readHostToken({ connect, token: '-' }, io)).toMatchObject({ ok: false });
  });

  test.each([
    ['without a host that wants one', { token: 'x' }, /name one with --connect/],
    [
      'from a file that is not there',
      { connect, token: '/no/such/file' },
      /"\/no\/such\/file" cannot be read \(no such file or directory\)/,
    ],
    [
      'from a file that holds something else',
      { connect, token: fileURLToPath(import.meta.url) },
      /does not hold/,
    ],
  ])('is refused %s, with exit code 2', async (_what, flags, error) => {
    const { io, err } = fakeIo();
    expect(await readHostToken(flags, io)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    expect(await runCli(['ls', ...args], io)).toBe(2);
    expect(err()).toMatch(error);
  });
});

describe('cotty host --listen', () => {
  const pem = (name: string) => fileURLToPath(new URL(`../../../fixtures/tls/${name}.pem`, import.meta.url));

  test('is read with certificate and origins', () => {
    const flags = {
      listen: '[::1]:7070',
      cert: pem('cert'),
      key: pem('key'),
      allowOrigin: 'https://a.example,http://b.example:80',
      allowHost: 'box.lan,box',
    };
    expect(readNetwork(flags, '/')).toMatchObject({
      ok: true,
      network: {
        host: '::1',
        port: 7070,
        allowOrigins: ['https://a.example', 'http://b.example:80'],
        allowHosts: ['box.lan', 'box'],
        tls: { cert: expect.stringContaining('BEGIN CERTIFICATE') },
      },
    });
    expect(readNetwork({}, '/')).toEqual({ ok: true, network: undefined });
  });

  test.each([
    [['--listen', 'everywhere'], /"everywhere" is not HOST:PORT/],
    [['--cert', 'x'], /work only with --listen/],
    [['--listen', '1', '--cert', 'x'], /must be used together/],
    [['--listen', '1', '--cert', '/no', '--key', '/no'], /cannot be read: \/no: no such file or directory/],
    [['--listen', '1', '--allow-origin', '*'], /"\*" is not an origin/],
    [['--listen', '1', '--allow-host', '*.lan'], /"\*\.lan" is not the name of a host/],
    [['--limits', 'terminals=0'], /terminals must be a number from 1 to 10000/],
  ])('refuses %s', async (args, error) => {
    const { io, err } = fakeIo();
    expect(await runCli(['host', ...args], io)).toBe(2);
    expect(err()).toMatch(error);
  });

  test('prints its limits', async () => {
    const { io, out } = fakeIo();
    expect(await runCli(['host', 'limits'], io)).toBe(0);
    expect(out().trimEnd().split('\n')).toHaveLength(limitNames.length);
    expect(out()).toMatch(/^sessionTerminals +10 {2}terminals that one session holds: no further/m);
  });
});
