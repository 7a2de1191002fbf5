import { describe, expect, test } from 'vitest';
import { hostOf, killHost } from '../support/kill-host.ts';
import { describeWith } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';

type Line = { readonly cmd: string; readonly exit: number | null; readonly writer: string | null };

const COMMANDS = { bash: 'sleep 3\n(exit 3)', fish: 'sleep 3\nfalse', zsh: 'sleep 3\n(exit 3)' } as const;

describe('a host that is killed while a delivered command runs', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    describeWith(shell, shell, () => {
      test('names the command as it was asked, and puts the half-typed line back', async () => {
        const sandbox = new Sandbox(shell);
        try {
          expect(await sandbox.run(['new', 'x', '--detached'])).toMatchObject({ code: 0 });
          expect(await sandbox.run(['run', 'x', '--', 'true'])).toMatchObject({ code: 0 });
          expect(await sandbox.run(['send', 'x', '-l', 'echo half'])).toMatchObject({ code: 0 });
          const asked = COMMANDS[shell];
          new Script(sandbox, ['run', 'x', '-'], asked);
          const shown = async () => (await sandbox.run(['history', '--json'])).stdout;
          await expect.poll(async () => (await sandbox.run(['ls', '--json'])).stdout).toContain('sleep 3');
          const killed = killHost(sandbox);
          await expect.poll(() => hostOf(sandbox) ?? killed).not.toBe(killed);
          await expect
            .poll(async () => records(await shown()).find(({ cmd }) => cmd === asked)?.exit)
            .toBe(shell === 'fish' ? 1 : 3);
          await expect
            .poll(async () =>
              (await sandbox.run(['read', 'x', '--screen'])).stdout.trimEnd().split('\n').at(-1),
            )
            .toMatch(/\$ echo half$/);
        } finally {
          await sandbox.close();
        }
      });
    });
});

function records(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line));
}
