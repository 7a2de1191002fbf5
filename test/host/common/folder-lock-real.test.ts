import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from '../../../src/host/common/folder-lock.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const source = (name: string) =>
  fileURLToPath(new URL(`../../../src/host/common/${name}.ts`, import.meta.url));
const driver = fileURLToPath(new URL('../../../fixtures/programs/take-lock.mjs', import.meta.url));

let root = '';
let folder = '';
let round = 0;

/** Other processes need plain JavaScript. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-lock-'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const name of ['folder-lock', 'process-start', 'process-stat']) {
    const { outputText } = ts.transpileModule(readFileSync(source(name), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        rewriteRelativeImportExtensions: true,
      },
    });
    writeFileSync(join(root, `${name}.js`), outputText);
  }
});

beforeEach(() => {
  round += 1;
  folder = join(root, String(round));
  mkdirSync(folder);
});

afterAll(() => removeFolder(root));

type Contender = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly outcome: Promise<string>;
};

function contend(id: number, at: number): Contender {
  const args = [driver, join(root, 'folder-lock.js'), folder, String(id), String(at)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const outcome = new Promise<string>((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (/(won|lost \d+)\n$/.test(text)) resolve(text.trim().split('\n').at(-1) ?? '');
    });
  });
  return { child, outcome };
}

async function leave({ child }: Contender): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}

async function kill({ child }: Contender): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the lock between processes', () => {
  it.each([0, 3])('is won by exactly one of six that start at once, after %i dead holders', async (dead) => {
    for (let number = 1; number <= dead; number += 1) {
      writeFileSync(
        join(folder, `host.lock.${number}`),
        JSON.stringify({ pid: 1, start: 'before the boot' }),
      );
    }
    const at = Date.now() + 600;
    const all = Array.from({ length: 6 }, (_, id) => contend(id, at));
    const outcomes = await Promise.all(all.map(({ outcome }) => outcome));
    const winner = all[outcomes.indexOf('won')]?.child.pid;
    expect(outcomes.filter((text) => text === 'won')).toHaveLength(1);
    expect(outcomes.filter((text) => text === `lost ${winner}`)).toHaveLength(5);
    await Promise.all(all.map(leave));
  });

  it('is free again once its holder was killed', async () => {
    const first = contend(1, 0);
    expect(await first.outcome).toBe('won');
    const second = contend(2, 0);
    expect(await second.outcome).toBe(`lost ${first.child.pid}`);
    await kill(first);
    const third = contend(3, 0);
    expect(await third.outcome).toBe('won');
    await Promise.all([leave(second), leave(third)]);
  });
});

describe('the lock', () => {
  it('goes to the next one when it is given back, any number of times, without piling up files', () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const taken = takeLock(folder, `turn${turn}`);
      expect(taken.ok).toBe(true);
      expect(takeLock(folder, 'other')).toEqual({ ok: false, holder: process.pid });
      if (taken.ok) {
        taken.lock.release();
        taken.lock.release();
      }
    }
    expect(readdirSync(folder).sort()).toEqual(['host.lock.4', 'host.lock.5']);
  });

  it('is there until somebody removes it, or another process has one of the same name', () => {
    const taken = takeLock(folder, 'me');
    if (!taken.ok) throw new Error('held');
    const path = join(folder, 'host.lock.1');
    expect(taken.lock.isThere()).toBe(true);
    rmSync(path);
    expect(taken.lock.isThere()).toBe(false);
    writeFileSync(path, '{"pid":1,"start":"another"}');
    expect(taken.lock.isThere()).toBe(false);
    // What belongs to the other one stays.
    taken.lock.release();
    expect(readFileSync(path, 'utf8')).toBe('{"pid":1,"start":"another"}');
  });

  it.each(['', '{}', 'null', '{"pid":"1"}', '\0\0'])('is not held by a file that says %j', (content) => {
    writeFileSync(join(folder, 'host.lock.7'), content);
    expect(takeLock(folder, 'me').ok).toBe(true);
  });

  it('is not held by a process that only has the number of the holder', () => {
    writeFileSync(join(folder, 'host.lock.1'), JSON.stringify({ pid: process.pid, start: 'long ago' }));
    expect(takeLock(folder, 'me').ok).toBe(true);
  });
});
