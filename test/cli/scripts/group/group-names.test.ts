import { describe, expect, test } from 'vitest';
import { groupMembers, namesIn, readGroup } from '../../../../src/cli/scripts/group/group-names.ts';
import type { TerminalInfo } from '../../../../src/protocol/terminal/state.ts';

const terminal = (id: string, title: string): TerminalInfo => ({
  resource: `ahp-terminal:/${id}`,
  title,
  claim: { kind: 'client', clientId: 'mara-1' },
  lifecycle: { status: 'running' },
});
const all = [
  terminal('1', 'build'),
  terminal('2', 'web-1'),
  terminal('3', 'Web-2'),
  terminal('4', 'two'),
  terminal('5', 'two'),
  terminal('6', 'a*b'),
  terminal('7', 'axb'),
];
const found = (...names: string[]) =>
  groupMembers(all, names).map((one) => (one.ok ? one.terminal.resource.slice(-1) : one.error));

describe('the names of --each', () => {
  test('stand between commas, in one word or several; blanks and empty ones are left out', () => {
    expect(namesIn(['build, test,', 'web'])).toEqual(['build', 'test', 'web']);
    expect(namesIn([',', ' '])).toEqual([]);
  });

  test('mean each terminal once, in the order in which they name it', () => {
    expect(found('web-1', 'build', 'BUILD', '1', 'web*')).toEqual(['2', '1', '3']);
  });

  test('have * for any characters, unless a terminal is called so', () => {
    expect(found('*').length).toBe(all.length);
    expect(found('web*')).toEqual(['2', '3']);
    expect(found('*-*')).toEqual(['2', '3']);
    expect(found('*d')).toEqual(['1']);
    expect(found('w*b*2')).toEqual(['3']);
    expect(found('a*b')).toEqual(['6']);
    expect(found('bu*uild')).toEqual(['no terminal matches "bu*uild"']);
    expect(found('b.*')).toEqual(['no terminal matches "b.*"']);
  });

  test('that mean none or several are members with an error, once', () => {
    const [unknown, several, ...rest] = found('nope', 'nope', 'two');
    expect(unknown).toContain('there is no terminal "nope"');
    expect(several).toContain('"two" is the name of 2 terminals');
    expect(rest).toEqual([]);
  });
});

describe('the flags of a group', () => {
  test('wait for all unless any is said', () => {
    expect(readGroup({ each: ['a,b'] }, [])).toEqual({
      ok: true,
      group: { names: ['a', 'b'], until: 'all' },
    });
    expect(readGroup({ each: ['a', 'b'], any: true }, [])).toMatchObject({
      group: { names: ['a', 'b'], until: 'any' },
    });
    expect(readGroup({ each: [] }, ['a'])).toEqual({ ok: true, group: undefined });
  });

  test.each([
    [{ each: [], any: true }, [], '--any works only with --each'],
    [{ each: [], all: true }, ['a'], '--all works only with --each'],
    [{ each: [','] }, [], '--each "," names no terminal'],
    [{ each: ['a'] }, ['b'], 'use only one of --each and NAME: "b" is not part of --each'],
    [{ each: ['a'], all: true, any: true }, [], 'use only one of --all and --any'],
  ])('%j with %j are refused', (flags, input, error) => {
    expect(readGroup(flags, input)).toEqual({ ok: false, error });
  });
});
