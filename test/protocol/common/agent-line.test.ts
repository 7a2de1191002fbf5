import { describe, expect, test } from 'vitest';
import { agentLine } from '../../../src/protocol/common/agent-line.ts';

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
