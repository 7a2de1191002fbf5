import { describe, expect, it } from 'vitest';
import type { OuterProfile } from '../../../src/host/screen/outer-profile.ts';
import { answerQuery } from '../../../src/host/screen/query-answers.ts';
import { type ProgramColorSet, ProgramColors } from '../../../src/screen/report/program-colors.ts';
import type { Query } from '../../../src/shell/query.ts';

const ask = (query: Query, outer: OuterProfile = {}, set?: ProgramColorSet) =>
  answerQuery(query, { outer, set, cols: 132, rows: 43, version: '1.2.3' });
const color = (...targets: Extract<Query, { kind: 'color' }>['targets']): Query => ({
  kind: 'color',
  targets,
  terminator: '\x07',
});

describe('answer', () => {
  it.each<[Query, string]>([
    [{ kind: 'xtversion' }, '\x1bP>|cotty(1.2.3)\x1b\\'],
    [{ kind: 'da3' }, '\x1bP!|00000000\x1b\\'],
    [{ kind: 'notices', id: 'a-1', terminator: '\x07' }, '\x1b]99;i=a-1:p=?;o=always:p=title,body,?\x07'],
    [{ kind: 'windowSize', report: 18 }, '\x1b[8;43;132t'],
    [{ kind: 'windowSize', report: 19 }, '\x1b[9;43;132t'],
    [{ kind: 'windowSize', report: 14 }, ''],
    [{ kind: 'windowSize', report: 16 }, ''],
  ])('%j is %j', (query, reply) => {
    expect(ask(query)).toBe(reply);
  });

  it.each<[Query, string, string]>([
    [{ kind: 'da1' }, '\x1b[?62;4;22c', '\x1b[?1;2c'],
    [{ kind: 'sixel', asked: 'colors' }, '\x1b[?1;0;256S', ''],
    [{ kind: 'sixel', asked: 'pixels' }, '\x1b[?2;0;1188;774S', ''],
  ])('%j is %j where images can be shown, and %j elsewhere', (query, withImages, without) => {
    const cell = { width: 9, height: 18 };
    expect(ask(query, { cell, pictures: true })).toBe(withImages);
    expect(ask(query, { cell, pictures: false })).toBe(without);
  });

  it.each([20, 21])('never repeats a title, report %i', (report) => {
    expect(ask({ kind: 'windowSize', report })).toMatch(/^\x1b\][Ll]\x1b\\$/);
  });

  it('answers several colours in their order, ended as they were asked', () => {
    expect(ask(color({ code: 10 }, { code: 11 }, { code: 4, index: 1 }))).toBe(
      '\x1b]10;rgb:e5e5/e5e5/e5e5\x07\x1b]11;rgb:0000/0000/0000\x07\x1b]4;1;rgb:cdcd/0000/0000\x07',
    );
  });

  it('answers with the colours of the outer terminal, the cursor with the foreground if nobody knows it', () => {
    const colors = { foreground: '#123', background: 'rgb:ffff/0000/1234' };
    expect(ask(color({ code: 10 }), colors)).toBe('\x1b]10;rgb:1111/2222/3333\x07');
    expect(ask(color({ code: 11 }), colors)).toBe('\x1b]11;rgb:ffff/0000/1234\x07');
    expect(ask(color({ code: 12 }), colors)).toBe('\x1b]12;rgb:1111/2222/3333\x07');
    expect(ask(color({ code: 12 }), { cursor: '#aabbcc' })).toBe('\x1b]12;rgb:aaaa/bbbb/cccc\x07');
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
  ])('knows palette colour %i', (index, rgb) => {
    expect(ask(color({ code: 4, index }))).toBe(`\x1b]4;${index};rgb:${rgb}\x07`);
  });

  it('answers with the colours that programs have set, the others as before', () => {
    const colors = new ProgramColors();
    colors.take(4, '1;#102030');
    colors.take(5, '0;rgb:ff/00/ff');
    colors.take(10, 'rgb:aa/bb/cc;white');
    colors.take(17, '#010203');
    const targets = [
      { code: 4, index: 1 },
      { code: 4, index: 256 },
      { code: 5, index: 0 },
      { code: 5, index: 1 },
      { code: 4, index: 2 },
      ...[10, 11, 12, 17, 19].map((code) => ({ code })),
    ];
    expect(
      ask(color(...targets), { cursor: '#00ff00' }, colors.current)
        .split('\x07')
        .slice(0, -1),
    ).toEqual([
      '\x1b]4;1;rgb:1010/2020/3030',
      '\x1b]4;256;rgb:ffff/0000/ffff',
      '\x1b]5;0;rgb:ffff/0000/ffff',
      '\x1b]5;1;rgb:aaaa/bbbb/cccc',
      '\x1b]4;2;rgb:0000/cdcd/0000',
      '\x1b]10;rgb:aaaa/bbbb/cccc',
      '\x1b]11;rgb:ffff/ffff/ffff',
      '\x1b]12;rgb:0000/ffff/0000',
      '\x1b]17;rgb:0101/0202/0303',
      '\x1b]19;rgb:ffff/ffff/ffff',
    ]);
  });

  it('tells sizes in pixels where the outer terminal has told those of a cell', () => {
    const outer = { cell: { width: 9, height: 18 } };
    expect(ask({ kind: 'windowSize', report: 14 }, outer)).toBe('\x1b[4;774;1188t');
    expect(ask({ kind: 'windowSize', report: 15 }, outer)).toBe('\x1b[5;774;1188t');
    expect(ask({ kind: 'windowSize', report: 16 }, outer)).toBe('\x1b[6;18;9t');
  });

  it('tells the capabilities it has, and that it lacks the others', () => {
    expect(ask({ kind: 'xtgettcap', names: ['TN', 'Tc', 'nope'] })).toBe(
      '\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\\x1bP1+r5463\x1b\\\x1bP0+r6E6F7065\x1b\\',
    );
  });
});
