import { expect, test } from 'vitest';
import { openTab, openWindow, tabLine } from '../support/face.ts';
import { mouse } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

const TREE = '{"kind":"row","children":["api",{"kind":"column","children":["web","db"]}]}';

test('subcommands and agents show terminals side by side in a window that is open, whose borders and titles take the mouse', async () => {
  const sandbox = new Sandbox();
  try {
    const window = await openWindow(sandbox, { cols: 121, rows: 30 });
    await openTab(window, 'api');
    const ok = async (...args: string[]) => {
      const { code, stdout, stderr } = await sandbox.run(args);
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      return stdout;
    };
    await ok('new', 'web', '--right', 'api', '--detached');
    await window.waitFor('two panes', (screen) => /api.*┬.*web/.test(screen.line(1)));
    await ok('new', 'db', '--below', 'web', '--detached');
    await window.waitFor('three panes', (screen) => screen.lines().some((line) => /├─ . db/.test(line)));
    expect(JSON.parse(await ok('layout'))).toMatchObject([
      { tree: { kind: 'row', children: ['api', { kind: 'column', children: ['web', 'db'] }] } },
    ]);
    expect(await ok('layout', 'db', '--tmux')).toMatch(/^[0-9a-f]{4},80x24,0,0\{40x24,0,0,0,39x24,41,0\[/);
    await ok('layout', 'set', 'below', 'db', 'api', 'web');
    await window.waitFor('panes below each other', (screen) => screen.line(1).startsWith('─ ○ db'));
    await ok('layout', 'set', TREE);
    await window.waitFor('the tree', (screen) => /api.*┬.*web/.test(screen.line(1)));
    const refused = await sandbox.run(['layout', 'set', 'round', 'api', 'web']);
    expect(refused.stderr).toContain(
      '"round" is not an arrangement (beside, below, main-above, main-left, grid)',
    );
    // The upright border is dragged by 20 columns; then a pane is dragged by its title onto another one.
    window.send(mouse('press', 61, 10), mouse('drag', 41, 10), mouse('release', 41, 10));
    await window.waitFor('a narrower api', (screen) => screen.line(1).indexOf('┬') === 40);
    window.send(mouse('press', 45, 2), mouse('drag', 10, 9), mouse('release', 10, 9));
    await window.waitFor('web at the left', (screen) => /web.*┬.*api/.test(screen.line(1)));
    const agent = await McpAgent.open(sandbox, 'ada');
    try {
      await agent.ok('term_spawn', { name: 'job', beside: { of: 'db', side: 'right' } });
      await window.waitFor('the terminal of the agent', (screen) =>
        screen.lines().some((line) => /db.*┬.*job/.test(line)),
      );
    } finally {
      await agent.close();
    }
    window.resize(40, 12);
    await window.waitFor(
      'a strip of names',
      (screen) => !screen.text().includes('┬') && /web/.test(screen.line(1)),
    );
    window.resize(250, 70);
    await window.waitFor('all panes', (screen) => screen.lines().some((line) => /db.*┬.*job/.test(line)));
    expect(tabLine(window.screen)).toContain('[');
  } finally {
    await sandbox.close();
  }
});
