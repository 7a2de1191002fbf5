import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { HostAccess } from '../../../src/mcp/agent/host-access.ts';
import { TerminalServer } from '../../../src/mcp/server.ts';
import { toolsOf } from '../../../src/mcp/tool-list.ts';

const own = toolsOf({ compat: false });
const all = toolsOf({ compat: true });
const parametersOf = (name: string): string[] => {
  const tool = all.find((one) => one.name === name);
  return Object.keys(tool?.input.shape ?? {}).sort();
};

describe('the list of tools', () => {
  test('has the tools of cotty, and with --compat those of both older set-ups as well', () => {
    expect(own.map(({ name }) => name)).toEqual([
      'term_list',
      'term_spawn',
      'term_run',
      'term_read',
      'term_diff',
      'term_note',
      'term_screen',
      'term_keys',
      'term_interrupt',
      'term_subscribe',
      'term_unsubscribe',
      'term_wait',
      'term_claim',
      'term_release',
      'term_rename',
      'term_close',
    ]);
    expect(all.map(({ name }) => name).slice(own.length)).toEqual([
      'aegis_term_spawn',
      'aegis_term_list',
      'aegis_term_run',
      'aegis_term_keys',
      'aegis_term_read',
      'aegis_term_subscribe',
      'aegis_term_unsubscribe',
      'aegis_term_close',
      'terminal',
    ]);
  });

  test('every parameter of the Aegis document is there', () => {
    expect(parametersOf('aegis_term_spawn')).toEqual(['cwd', 'from_handle', 'name', 'shell']);
    expect(parametersOf('aegis_term_run')).toEqual(['cmd', 'confirm', 'from_handle', 'name', 'timeout']);
    expect(parametersOf('aegis_term_keys')).toEqual(['from_handle', 'keys', 'name']);
    expect(parametersOf('aegis_term_read')).toEqual(['from_handle', 'last_n', 'name', 'since_seq']);
    expect(parametersOf('aegis_term_subscribe')).toEqual(['from_handle', 'name']);
    expect(parametersOf('aegis_term_unsubscribe')).toEqual(['from_handle', 'name']);
    expect(parametersOf('aegis_term_close')).toEqual(['from_handle', 'name', 'purge']);
  });

  test('every parameter of the terminal plan is there', () => {
    expect(parametersOf('terminal')).toEqual(
      [
        'command',
        'confirm',
        'cwd',
        'from_handle',
        'input',
        'lines',
        'operation',
        'purpose',
        'terminalId',
      ].sort(),
    );
  });

  test('a parameter that does not exist is refused instead of ignored, from_handle without --compat too', () => {
    const run = own.find(({ name }) => name === 'term_run');
    const call = { name: 'build', cmd: 'ls' };
    expect(run?.input.safeParse(call).success).toBe(true);
    expect(run?.input.safeParse({ ...call, from_handle: 'pm' }).success).toBe(false);
  });

  test('takes an agent no more than 17 kB to read', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const unused = () => Promise.reject(new Error('no host'));
    const access = { version: '0', open: unused } as unknown as HostAccess;
    const server = new TerminalServer({ access, compat: false, now: Date.now, handle: 'ada' });
    await server.connect(theirs);
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(ours);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(own.length);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(17_000);
    await client.close();
    await server.close();
  });

  test('every tool has a title, a short description and a closed set of parameters', () => {
    for (const { name, description, title, hints, input } of all) {
      expect(description.length, name).toBeGreaterThan(20);
      // An agent reads all descriptions before it starts to work.
      expect(description.length, name).toBeLessThan(600);
      expect(title, name).not.toBe('');
      if (hints.readOnlyHint) expect(hints.destructiveHint, name).toBe(false);
      expect(z.toJSONSchema(input), name).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });
});
