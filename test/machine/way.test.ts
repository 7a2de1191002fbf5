import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readMachineAddress } from '../../src/machine/address.ts';
import { behindMark, connectMachine, runThere, type WayOptions } from '../../src/machine/way.ts';
import { CloseCode, type CloseReason, STOPPING } from '../../src/rpc/transport.ts';
import { isRunning } from '../support/is-running.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** The way by a command; `script` runs in place of what is there. */
function way(script: string, further: Partial<WayOptions> = {}): WayOptions {
  const read = readMachineAddress(`exec:sh -c '${script}' there`);
  if (!read.ok) throw new Error(read.error);
  return { reach: read.reach, env: { PATH: process.env['PATH'] }, quiet: true, ...further };
}

const READY = 'echo "cotty host 1.0.0" >&2';

describe('the way to a machine', () => {
  it('is open when the host there is reached, whatever is printed before', async () => {
    const said: string[] = [];
    const transport = await connectMachine(
      way(`echo Welcome; echo warning >&2; ${READY}; echo "{\\"n\\":1}"; cat`, {
        log: (text) => said.push(text),
      }),
    );
    const got: string[] = [];
    transport.onMessage((text) => got.push(text));
    transport.send('{"n":2}');
    await expect.poll(() => got).toEqual(['{"n":1}', '{"n":2}']);
    expect(said).toEqual(['there: Welcome']);
    transport.close();
  });

  it.each([
    ['echo "ssh: no route" >&2; exit 255', 'no route', false],
    ['echo "there is no cotty here" >&2; exit 127', 'there is no cotty here', true],
    ['exit 3', 'its command ended with exit code 3', false],
  ])('is none, and says why: %s', async (script, message, isMissing) => {
    await expect(connectMachine(way(script))).rejects.toMatchObject({ message, isMissing });
  });

  it('names a program that is not here', async () => {
    const read = readMachineAddress('docker://web');
    const options = read.ok && { reach: read.reach, env: { PATH: '/nowhere' } };
    await expect(options && connectMachine(options)).rejects.toThrow('there is no program "docker" here');
    await expect(options && runThere(options, 'true')).rejects.toThrow('there is no program "docker" here');
  });

  it.each([
    [`echo "cotty: ${STOPPING}" >&2`, { code: CloseCode.GoingAway, reason: STOPPING, clean: true }],
    [
      'echo "Connection reset" >&2; exit 255',
      { code: CloseCode.Abnormal, reason: 'Connection reset', clean: false },
    ],
  ])('ends with what was said last: %s', async (last, why) => {
    const transport = await connectMachine(way(`${READY}; read -r line; ${last}`));
    const closed: CloseReason[] = [];
    transport.onMessage(() => {});
    transport.onClose((reason) => closed.push(reason));
    transport.send('{}');
    await expect.poll(() => closed).toEqual([why]);
  });

  it('ends with its command, also when that leaves a process behind that holds the pipes', async () => {
    const transport = await connectMachine(way(`${READY}; sleep 30 & echo $! ; read -r line; kill -9 $$`));
    let isClosed = false;
    transport.onMessage(() => {});
    transport.onClose(() => {
      isClosed = true;
    });
    transport.send('{}');
    await expect.poll(() => isClosed, { timeout: 5000 }).toBe(true);
    const ran = await runThere(way('sleep 30 & echo done'), 'true');
    expect(ran.out).toBe('done\n');
  });

  it('gives all of a long input to a line, and is not disturbed by one that reads none', async () => {
    const { reach } = way('');
    const own = { ...way(''), reach: { ...reach, runs: (line: string) => ['sh', '-c', line] } };
    const long = 'x'.repeat(5_000_000);
    expect(await runThere(own, 'wc -c', { input: long })).toMatchObject({
      code: 0,
      out: expect.stringContaining('5000000'),
    });
    expect(await runThere(own, 'exit 5', { input: long })).toMatchObject({ code: 5 });
  });

  it.each(['connecting', 'running'])(
    'is given up at once while it is %s, with what it has started, such as a question',
    async (what) => {
      const folder = mkdtempSync(join(tmpdir(), 'cotty-way-'));
      const pids = join(folder, 'pids');
      try {
        const given = new AbortController();
        const options = way(`sleep 600 & echo $! $$ >${pids}; wait`, { signal: given.signal });
        const doing = what === 'running' ? runThere(options, 'true') : connectMachine(options);
        const failed = expect(doing).rejects.toThrow('the attempt was given up');
        await expect.poll(() => existsSync(pids) && readFileSync(pids, 'utf8')).toMatch(/\d+ \d+\n/);
        given.abort();
        await failed;
        for (const pid of readFileSync(pids, 'utf8').trim().split(' '))
          await expect.poll(() => isRunning(Number(pid))).toBe(false);
      } finally {
        removeFolder(folder);
      }
    },
  );
});

describe('what comes behind a mark', () => {
  const BYTES = Buffer.from('\u0000\nMARK\nHTTP/1.1 200 OK\n');
  it.each([
    ['words without a line end', 'Welcome '],
    ['nothing', ''],
    ['lines', 'Welcome\nMARKS\n'],
    ['a word that begins like it', 'MARK2'],
  ])('is whole where %s came before, wherever the bytes are split', async (_, before) => {
    const bytes = Buffer.concat([Buffer.from(`${before}\nMARK\n`), BYTES]);
    for (let at = 0; at <= bytes.length; at += 1) {
      const from = new PassThrough();
      const opened = new Promise<Buffer>((resolve) => {
        behindMark(
          from,
          'MARK',
          () => resolve(buffer(from)),
          () => resolve(Buffer.from('too much')),
        );
      });
      from.write(bytes.subarray(0, at));
      await turn();
      from.end(bytes.subarray(at));
      expect(await opened).toEqual(BYTES);
    }
  });

  it('is given up where text comes without end', async () => {
    const from = new PassThrough();
    const outcome = new Promise<string>((resolve) => {
      behindMark(
        from,
        'MARK',
        () => resolve('found'),
        () => resolve('too much'),
      );
    });
    for (let line = 0; line < 400; line += 1) from.write(`${'x'.repeat(1000)}\n`);
    expect(await outcome).toBe('too much');
  });
});
