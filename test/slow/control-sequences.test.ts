import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { imageOf } from '../support/image.ts';
import { key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram } from '../support/programs.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { askedScenes, drawnScenes, ramp } from '../support/sequence-scenes.ts';
import { type SharedHost, shareHost } from '../support/shared-host.ts';

const program = fixtureProgram('sequences.mjs');
const COLS = 80;
const ROWS = 26;
/** What cotty answers and the emulator alone does not. */
const MORE: Readonly<Record<string, RegExp>> = {
  'DA1, DA2, DA3': /^\x1bP!\|0{8}\x1b\\$/,
  'the version': /^(\x1bP>\|cotty\(\S+\)\x1b\\){2}$/,
  'window reports': /^\x1b\[8;24;80t\x1b\[9;24;80t\x1b\]L\x1b\\\x1b\]l\x1b\\$/,
};
const size = { cols: COLS, rows: ROWS - 2 };

/** The program in LOCK, and alone in a terminal of the pane's size. */
async function both(host: SharedHost, scenes: readonly string[]) {
  const { sandbox } = host;
  sandbox.write('scenes.json', JSON.stringify(scenes));
  for (const name of ['inside', 'alone']) {
    rmSync(join(sandbox.home, name), { recursive: true, force: true });
    mkdirSync(join(sandbox.home, name));
  }
  const inside = await host.open({ cols: COLS, rows: ROWS });
  inside.send(key.escape);
  await waitForMode(inside, 'BROWSE');
  inside.send('L');
  await waitForMode(inside, 'LOCK');
  inside.type(`${program} ~/scenes.json ~/inside\r`);
  const alone = sandbox.start('/bin/sh', ['-c', `exec ${program} ~/scenes.json ~/alone`], size);
  return { inside, alone };
}

async function answersOf(window: OuterTerminal, sandbox: Sandbox, name: string, at: number): Promise<string> {
  const path = join(sandbox.home, name, `${at}.json`);
  await window.waitFor(`scene ${at} ${name}`, () => existsSync(path));
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('in LOCK', () => {
  const host = shareHost();

  test('every control sequence does what it does in a terminal of the size of the pane', async () => {
    const scenes = Object.entries(drawnScenes(size));
    const { inside, alone } = await both(
      host,
      scenes.map(([, scene]) => scene),
    );
    for (const [at, [name]] of scenes.entries()) {
      await answersOf(inside, host.sandbox, 'inside', at);
      await answersOf(alone, host.sandbox, 'alone', at);
      const seen = () => ({ name, ...imageOf(inside.screen, 1, size.rows) });
      const expected = { name, ...imageOf(alone.screen, 0, size.rows) };
      const same = () => JSON.stringify(seen()) === JSON.stringify(expected);
      await inside.waitFor(name, same, 15_000).catch(() => expect.soft(seen()).toEqual(expected));
      for (const each of [inside, alone]) each.send('n');
    }
    await inside.waitForText('$');
  });

  test('a screen with a colour of its own in each cell is whole, and so is the next one', async () => {
    const scenes = [1, 2].map((turn) => ramp(turn, size));
    const { inside, alone } = await both(host, scenes);
    for (const at of scenes.keys()) {
      await answersOf(inside, host.sandbox, 'inside', at);
      await answersOf(alone, host.sandbox, 'alone', at);
      const expected = JSON.stringify(imageOf(alone.screen, 0, size.rows));
      await inside.waitFor(
        `ramp ${at}`,
        (screen) => JSON.stringify(imageOf(screen, 1, size.rows)) === expected,
      );
      for (const each of [inside, alone]) each.send('n');
    }
  });

  test('what a bare terminal answers, cotty answers equally', async () => {
    const scenes = Object.entries(askedScenes(size));
    const { inside, alone } = await both(
      host,
      scenes.map(([, scene]) => scene),
    );
    for (const [at, [name]] of scenes.entries()) {
      const answers = await answersOf(inside, host.sandbox, 'inside', at);
      const bare = await answersOf(alone, host.sandbox, 'alone', at);
      expect.soft({ name, answers: answers.slice(0, bare.length) }).toEqual({ name, answers: bare });
      if (name in MORE) expect(answers.slice(bare.length)).toMatch(MORE[name] ?? '');
      else expect.soft({ name, answers }).toEqual({ name, answers: bare });
      for (const each of [inside, alone]) each.send('n');
    }
  });
});
