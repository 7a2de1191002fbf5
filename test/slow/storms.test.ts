import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWindow, tabLine } from '../support/face.ts';
import { FloodingHost } from '../support/flooding-host.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

const storm = fileURLToPath(new URL('../bench/storm.mjs', import.meta.url));
/** Longer than a test may take: it ends at Ctrl+C. */
const SECONDS = 600;
/** What a window holds at most, and a good deal for a busy machine; it began with some 110. */
const MOST_MB = 350;

function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024;
}

/** The palette opens, shows what is typed, and closes. */
async function tryPalette(window: OuterTerminal): Promise<void> {
  window.send(key.f9);
  await window.waitForText('type to filter');
  window.type('detach');
  await window.waitForText(/› Detach /);
  window.send(key.escape);
  await window.waitFor('no list', (screen) => !/› Detach /.test(screen.text()));
}

describe('a window', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.close());

  test.each(['switches', 'queries'])(
    'in front of endless %s takes its own keys and those of the program, and stays small',
    async (kind) => {
      const window = await openWindow(sandbox);
      window.type(`'${process.execPath}' ${storm} ${kind} ${SECONDS}`);
      window.send(key.enter);
      // A program that reads each key gets them all.
      await window.waitForText('Ctrl+K back to RUN');
      for (const [typed, shown] of [
        ['v', 'Ж'],
        ['z', 'Ю'],
        ['x', 'Ц'],
      ] as const) {
        // The first may be typed before the program reads.
        const answered = () => {
          window.send(typed);
          return window.screenText();
        };
        await expect.poll(answered).toContain(shown);
      }
      window.send(ctrl('k'));
      await window.waitFor('RUN', (screen) => !screen.text().includes('Ctrl+K back to RUN'));
      await tryPalette(window);
      expect(residentMb(window.pid)).toBeLessThan(MOST_MB);
      // The host goes on serving others.
      expect(await sandbox.run(['new', 'other', '--detached'])).toMatchObject({ code: 0 });
      const { stdout } = await sandbox.run(['run', 'other', '--', 'echo it is fine']);
      expect(stdout).toContain('it is fine');
      window.send(ctrl('c'));
      await window.waitFor('the storm is over', (screen) => !tabLine(screen).includes('● node'));
    },
  );

  test.each(['lines', 'switches', 'titles'] as const)(
    'of another host that floods it with %s answers its keys, stays small and can be left',
    async (kind) => {
      const host = await FloodingHost.start(sandbox, kind);
      const window = sandbox.open(['--connect', host.url]);
      try {
        await expect.poll(() => host.sentMb).toBeGreaterThan(4);
        await tryPalette(window);
        const before = host.sentMb;
        await expect.poll(() => host.sentMb).toBeGreaterThan(before + 8);
        expect(residentMb(window.pid)).toBeLessThan(MOST_MB);
        await tryPalette(window);
        window.kill('SIGHUP');
        await window.exited;
      } finally {
        await host.close();
      }
    },
  );
});
