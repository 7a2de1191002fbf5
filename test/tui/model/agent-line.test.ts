import { chmodSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentLine, launcherOf } from '../../../src/tui/model/agent-line.ts';

describe('the line that lets an agent in', () => {
  test('is short where cotty is on the PATH and the host the usual one', () => {
    expect(agentLine({ launcher: ['cotty'], hostArgs: [], env: {} })).toEqual({
      command: 'claude mcp add cotty -- cotty mcp',
      json: '{"command":"cotty","args":["mcp"]}',
    });
  });

  test('leads to the host of this window, in words that a shell keeps together', () => {
    const { command, json } = agentLine({
      launcher: ['/usr/bin/node', "/home/it's me/bin/cotty.js"],
      hostArgs: ['--connect', 'ws://far:7070'],
      env: { COTTY_RUNTIME_DIR: '/tmp/a b' },
    });
    expect(command).toBe(
      "claude mcp add cotty -e 'COTTY_RUNTIME_DIR=/tmp/a b' -- /usr/bin/node " +
        "'/home/it'\\''s me/bin/cotty.js' mcp --connect ws://far:7070",
    );
    expect(JSON.parse(json)).toEqual({
      command: '/usr/bin/node',
      args: ["/home/it's me/bin/cotty.js", 'mcp', '--connect', 'ws://far:7070'],
      env: { COTTY_RUNTIME_DIR: '/tmp/a b' },
    });
  });
});

describe('the launcher', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-launcher-')));
  const script = join(folder, 'cotty.js');
  writeFileSync(script, '#!/bin/sh\n');
  chmodSync(script, 0o755);

  test('is cotty where the PATH leads to this very program', () => {
    symlinkSync(script, join(folder, 'cotty'));
    expect(launcherOf({ PATH: `/nowhere:${folder}` }, '/bin/node', script)).toEqual(['cotty']);
  });

  test('is the way this program was started where the PATH leads nowhere, or to another one', () => {
    expect(launcherOf({ PATH: '/nowhere' }, '/bin/node', script)).toEqual(['/bin/node', script]);
    expect(launcherOf({ PATH: folder }, '/bin/node', '/bin/sh')).toEqual([
      '/bin/node',
      realpathSync('/bin/sh'),
    ]);
    expect(launcherOf({}, '/bin/node', '/gone/cotty.js')).toEqual(['/bin/node', '/gone/cotty.js']);
  });
});
