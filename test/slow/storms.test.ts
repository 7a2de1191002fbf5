import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tabLine } from '../support/face.ts';
import { FloodingHost } from '../support/flooding-host.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs } from '../support/programs.ts';
import { shareHost } from '../support/shared-host.ts';

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
  const shared = shareHost({ prepare: () => needs('ps') });

  test.each(['switches', 'queries'])(
    'in front of endless %s takes its own keys and those of the program, and stays small',
    async (kind) => {
      const window = await shared.open();
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
      expect(await shared.sandbox.run(['new', kind, '--detached'])).toMatchObject({ code: 0 });
      const { stdout } = await shared.sandbox.run(['run', kind, '--', 'echo it is fine']);
      expect(stdout).toContain('it is fine');
      window.send(ctrl('c'));
      await window.waitFor('the storm is over', (screen) => !tabLine(screen).includes('●'));
    },
  );

  test.each(['lines', 'switches', 'titles'] as const)(
    'of another host that floods it with %s answers its keys, stays small and can be left',
    async (kind) => {
      const host = await FloodingHost.start(shared.sandbox, kind);
      const window = shared.start(['--connect', host.url]);
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
