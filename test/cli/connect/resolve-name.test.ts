import { describe, expect, test } from 'vitest';
import { resolveName, resolveRuns } from '../../../src/cli/connect/resolve-name.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';

function terminal(resource: string, title: string): TerminalInfo {
  return { resource, title, claim: { kind: 'client', clientId: 'c' }, lifecycle: { status: 'running' } };
}

const build = terminal('ahp-terminal:/build-1', 'build');
const dev = terminal('ahp-terminal:/dev-2', 'dev');

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
    const all = [build, there];
    expect(resolveName(all, 'box:build')).toEqual({ ok: true, terminal: there });
    expect(resolveName(all, 'build')).toEqual({ ok: true, terminal: build });
    expect(resolveName([there], 'build')).toEqual({ ok: true, terminal: there });
    expect(resolveName(all, 'other:build')).toMatchObject({
      ok: false,
      error: 'there is no terminal "other:build"; these are open: build, box:build',
    });
  });

  test('names terminals in one line each, whatever a host of others calls them', () => {
    const forged = [
      terminal('ahp-terminal:/a', 'x\ncotty: done\u202e'),
      terminal('ahp-terminal:/b', 'x\ncotty: done\u202e'),
    ];
    expect(resolveName(forged, 'y')).toMatchObject({
      ok: false,
      error: 'there is no terminal "y"; these are open: x ⏎ cotty: done, x ⏎ cotty: done',
    });
  });

  test('does not guess from the beginning of a title', () => {
    expect(resolveName([build, dev], 'bui')).toMatchObject({
      ok: false,
      error: 'there is no terminal "bui"; these are open: build, dev',
    });
  });

  test('does not take the name of a command for its terminal', () => {
    expect(resolveName([build, dev], 'build:3')).toMatchObject({
      ok: false,
      error: '"build:3" is command 3 of the terminal "build"; name the terminal alone',
    });
    expect(resolveRuns([build, dev], 'build:3')).toEqual({
      ok: true,
      terminal: build,
      seqs: { from: 3, to: 3 },
    });
  });

  test('says how to make one when there is none', () => {
    expect(resolveName([], 'x')).toMatchObject({
      ok: false,
      error: 'there is no terminal "x", and no other one; to make it: cotty new x',
    });
  });
});
