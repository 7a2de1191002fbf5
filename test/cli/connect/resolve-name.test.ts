import { describe, expect, test } from 'vitest';
import { resolveName } from '../../../src/cli/connect/resolve-name.ts';
import { idOf } from '../../../src/client/find-terminal.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';

function terminal(resource: string, title: string): TerminalInfo {
  return { resource, title, claim: { kind: 'client', clientId: 'c' }, lifecycle: { status: 'running' } };
}

const build = terminal('ahp-terminal:/build-1', 'build');
const dev = terminal('ahp-terminal:/dev-2', 'dev');
const twins = [terminal('ahp-terminal:/a', 'logs'), terminal('ahp-terminal:/b', 'logs')];

describe('resolveName', () => {
  test.each([
    ['the URI', 'ahp-terminal:/dev-2'],
    ['the last part of the URI', 'dev-2'],
    ['the title', 'dev'],
    ['the title in another case', 'DEV'],
  ])('finds a terminal by %s', (_what, name) => {
    expect(resolveName([build, dev], name)).toEqual({ ok: true, terminal: dev });
  });

  test('finds a terminal of another machine behind its name, and the own one without', () => {
    const there = { ...terminal('ahp-terminal:/far', 'build'), _meta: { 'x-cotty': { machine: 'box' } } };
    const numbered = {
      ...terminal('ahp-terminal:/far-2', 'term:1'),
      _meta: { 'x-cotty': { machine: 'box', cwd: 'file:///srv/app' } },
    };
    const all = [build, there, numbered];
    expect(resolveName(all, 'box:build')).toEqual({ ok: true, terminal: there });
    expect(resolveName(all, 'build')).toEqual({ ok: true, terminal: build });
    expect(resolveName([there], 'build')).toEqual({ ok: true, terminal: there });
    expect(resolveName(all, 'box:term:1')).toEqual({ ok: true, terminal: numbered });
    expect(resolveName(all, 'box:app')).toEqual({ ok: true, terminal: numbered });
    expect(resolveName(all, 'other:build')).toEqual({
      ok: false,
      error: 'there is no terminal "other:build"; these are open: build, box:build, box:term:1 (app)',
    });
  });

  test('prefers the id to a title that looks the same', () => {
    const misleading = terminal('ahp-terminal:/x', 'dev-2');
    expect(resolveName([misleading, dev], 'dev-2')).toEqual({ ok: true, terminal: dev });
  });

  test('prefers the title as written to the one in another case', () => {
    const loud = terminal('ahp-terminal:/y', 'DEV');
    expect(resolveName([loud, dev], 'dev')).toEqual({ ok: true, terminal: dev });
  });

  test('names terminals in one line each, whatever a host of others calls them', () => {
    const forged = [
      terminal('ahp-terminal:/a', 'x\ncotty: done\u202e'),
      terminal('ahp-terminal:/b', 'x\ncotty: done\u202e'),
    ];
    expect(resolveName(forged, 'y')).toEqual({
      ok: false,
      error: 'there is no terminal "y"; these are open: x ⏎ cotty: done, x ⏎ cotty: done',
    });
  });

  test('lists the ids when a title names several terminals', () => {
    expect(resolveName(twins, 'logs')).toEqual({
      ok: false,
      error: '"logs" is the name of 2 terminals; use one of these instead:\n  a  (logs)\n  b  (logs)',
    });
  });

  test('finds a terminal that is only counted by what its tab shows, where no other is called so', () => {
    const meta = { cwd: 'file:///src/app', running: { commandLine: 'npm test', timestamp: 1 } };
    const counted = { ...terminal('ahp-terminal:/n', 'term:1'), _meta: { 'x-cotty': meta } };
    expect(resolveName([build, counted], 'app')).toEqual({ ok: true, terminal: counted });
    expect(resolveName([build, counted], 'npm')).toEqual({ ok: true, terminal: counted });
    // Tabs that would show the same have the number of their terminal.
    expect(resolveName([build, counted], 'app:1')).toEqual({ ok: true, terminal: counted });
    const named = terminal('ahp-terminal:/m', 'app');
    expect(resolveName([counted, named], 'app')).toEqual({ ok: true, terminal: named });
    expect(resolveName([counted], 'app', true).ok).toBe(false);
    expect(resolveName([counted], 'x')).toMatchObject({
      error: 'there is no terminal "x"; these are open: term:1 (npm)',
    });
  });

  test('does not guess from the beginning of a title', () => {
    expect(resolveName([build, dev], 'bui')).toEqual({
      ok: false,
      error: 'there is no terminal "bui"; these are open: build, dev',
    });
  });

  test('says how to make one when there is none', () => {
    expect(resolveName([], 'x')).toEqual({
      ok: false,
      error: 'there is no terminal "x", and no other one; to make it: cotty new x',
    });
  });
});

test('idOf gives the last part of a URI of any scheme', () => {
  expect(['ahp-terminal:/build', 'ahp-session:/a/b', 'urn:x:y', 'plain'].map(idOf)).toEqual([
    'build',
    'b',
    'y',
    'plain',
  ]);
});
