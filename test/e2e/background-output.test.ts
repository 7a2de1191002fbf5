/** What background jobs print while no command runs: kept, found, read and waited for, with each shell. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForBlock } from '../support/face.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { Shell } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Prints twice, once the file is there. */
const JOB = 'until [ -e go-$1 ]; do sleep 0.05; done; echo "late $1"; echo "later $1"\n';

describe('output of background jobs', () => {
  let sandbox: Sandbox;
  let ada: McpAgent;
  beforeAll(async () => {
    sandbox = new Sandbox();
    sandbox.write('job.sh', JOB);
    ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
  });
  afterAll(() => sandbox.close());

  /** Waits until a subcommand prints this text. */
  async function until(args: readonly string[], text: string): Promise<string> {
    for (;;) {
      const { stdout } = await sandbox.run(args);
      if (stdout.includes(text)) return stdout;
    }
  }

  for (const shell of ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[]) {
    test(`are kept between the commands, and found (${shell})`, async () => {
      await sandbox.openShell(shell, shell);
      await sandbox.runIn(shell, 'echo first');
      await sandbox.runIn(shell, `sh job.sh ${shell} &`);
      sandbox.write(`go-${shell}`, '');
      const since = await until(['read', shell], `later ${shell}`);
      expect(since).toContain(`·  printed in the background\nlate ${shell}\nlater ${shell}\n`);
      expect((await sandbox.runIn(shell, 'echo next')).stdout).toMatch(/^next$/m);
      const read = (await sandbox.run(['read', shell])).stdout;
      expect(read).toMatch(
        new RegExp(
          `^·  printed in the background\nlate ${shell}\nlater ${shell}\n[\\s\\S]*#3 .*echo next\nnext\n`,
        ),
      );
      const { stdout: history } = await sandbox.run(['history', '--grep', `later ${shell}`]);
      expect(history).toMatch(
        new RegExp(`echo next\n  printed in the background before it: later ${shell}\n`),
      );
      // Nothing is there that was typed, or that the prompt has drawn.
      await sandbox.runIn(shell, 'echo last');
      await sandbox.runIn(shell, 'echo "the very last"');
      const json = (await sandbox.run(['read', shell, '--json'])).stdout;
      expect(JSON.parse(json.split('\n')[0] ?? '')).not.toHaveProperty('printed_before');
    });
  }

  test('are shown in the window between the commands, also to one that comes later, and after a restart of the host', async () => {
    await sandbox.run(['new', 'shown', '--detached']);
    const window = sandbox.open(['attach', 'shown']);
    await window.waitForText('RUN');
    window.type('sh job.sh shown &\r');
    // Until the prompt is back, what a job prints belongs to the command.
    await waitForBlock(window, '✓ 0 sh job.sh shown &');
    sandbox.write('go-shown', '');
    await window.waitForText('later shown');
    window.type('echo "n"ext\r');
    await window.waitForText('next');
    const inOrder =
      /job\.sh shown &[\s\S]*printed in the background[\s\S]*\n *late shown *\n *later shown *\n[\s\S]*echo "n"ext/;
    await window.waitForText(inOrder);
    const later = sandbox.open(['attach', 'shown']);
    await later.waitForText(inOrder);
    expect(await sandbox.run(['host', 'restart'])).toMatchObject({ code: 0 });
    const after = sandbox.open(['attach', 'shown']);
    await after.waitForText(inOrder);
    expect((await sandbox.run(['read', 'shown'])).stdout).toContain('late shown\nlater shown\n');
  });

  test('survive a restart of the host before the next command begins', async () => {
    await sandbox.run(['new', 'kept', '--detached']);
    await sandbox.run(['run', 'kept', '--', 'sh job.sh kept &']);
    sandbox.write('go-kept', '');
    await until(['read', 'kept'], 'later kept');
    expect(await sandbox.run(['host', 'restart'])).toMatchObject({ code: 0 });
    expect((await sandbox.run(['read', 'kept'])).stdout).toContain('late kept\nlater kept\n');
    await sandbox.run(['run', 'kept', '--', 'echo next']);
    expect((await sandbox.run(['history', '--grep', 'late kept'])).stdout).toContain('echo next');
  });

  test('are waited for and read by an agent', async () => {
    await ada.ok('term_spawn', { name: 'served' });
    await ada.ok('term_run', { name: 'served', cmd: 'sh job.sh served &' });
    expect(
      (await ada.ok('term_wait', { name: 'served', until: 'late served', timeout: 1 })).data,
    ).toMatchObject({
      timed_out: true,
    });
    const waiting = ada.ok('term_wait', { name: 'served', until: '^later \\w+' });
    sandbox.write('go-served', '');
    expect((await waiting).data).toMatchObject({ line: 'later served', timed_out: false });
    // It is there for one who asks later, too, also after other commands.
    await ada.ok('term_run', { name: 'served', cmd: 'true' });
    expect((await ada.ok('term_read', { name: 'served' })).text).toMatch(
      /^printed in the background before it:\nlate served\nlater served\n/,
    );
  });
});
