import { describe, expect, it } from 'vitest';
import type { Colors } from '../../../src/host/ground/outer-colors.ts';
import { answerQuery } from '../../../src/host/screen/query-answers.ts';
import type { Query } from '../../../src/shell/query.ts';

const ask = (query: Query, colors: Colors = {}) =>
  answerQuery(query, { colors, cols: 132, rows: 43, version: '1.2.3' });
const color = (...targets: Extract<Query, { kind: 'color' }>['targets']): Query => ({
  kind: 'color',
  targets,
  terminator: '\x07',
});

describe('answer', () => {
  it.each<[Query, string]>([
    [{ kind: 'xtversion' }, '\x1bP>|cotty(1.2.3)\x1b\\'],
    [{ kind: 'da3' }, '\x1bP!|00000000\x1b\\'],
    [{ kind: 'windowSize', report: 18 }, '\x1b[8;43;132t'],
    [{ kind: 'windowSize', report: 19 }, '\x1b[9;43;132t'],
    [{ kind: 'windowSize', report: 14 }, ''],
    [{ kind: 'windowSize', report: 16 }, ''],
  ])('%j is %j', (query, reply) => {
    expect(ask(query)).toBe(reply);
  });

  it.each([20, 21])('never repeats a title, report %i', (report) => {
    expect(ask({ kind: 'windowSize', report })).toMatch(/^\x1b\][Ll]\x1b\\$/);
  });

  it('answers several colours in their order, ended as they were asked', () => {
    expect(ask(color({ kind: 'foreground' }, { kind: 'background' }, { kind: 'palette', index: 1 }))).toBe(
      '\x1b]10;rgb:e5e5/e5e5/e5e5\x07\x1b]11;rgb:0000/0000/0000\x07\x1b]4;1;rgb:cdcd/0000/0000\x07',
    );
  });

  it('answers with the colours of the outer terminal, the cursor with the foreground if nobody knows it', () => {
    const colors = { foreground: '#123', background: 'rgb:ffff/0000/1234' };
    expect(ask(color({ kind: 'foreground' }), colors)).toBe('\x1b]10;rgb:1111/2222/3333\x07');
    expect(ask(color({ kind: 'background' }), colors)).toBe('\x1b]11;rgb:ffff/0000/1234\x07');
    expect(ask(color({ kind: 'cursor' }), colors)).toBe('\x1b]12;rgb:1111/2222/3333\x07');
    expect(ask(color({ kind: 'cursor' }), { cursor: '#aabbcc' })).toBe('\x1b]12;rgb:aaaa/bbbb/cccc\x07');
  });

  it.each([
    [0, '0000/0000/0000'],
    [15, 'ffff/ffff/ffff'],
    [16, '0000/0000/0000'],
    [21, '0000/0000/ffff'],
    [196, 'ffff/0000/0000'],
    [231, 'ffff/ffff/ffff'],
    [232, '0808/0808/0808'],
    [255, 'eeee/eeee/eeee'],
    [999, 'eeee/eeee/eeee'],
  ])('knows palette colour %i', (index, rgb) => {
    expect(ask(color({ kind: 'palette', index }))).toBe(`\x1b]4;${index};rgb:${rgb}\x07`);
  });

  it('tells the capabilities it has, and that it lacks the others', () => {
    expect(ask({ kind: 'xtgettcap', names: ['TN', 'Tc', 'nope'] })).toBe(
      '\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\\x1bP1+r5463\x1b\\\x1bP0+r6E6F7065\x1b\\',
    );
  });
});
