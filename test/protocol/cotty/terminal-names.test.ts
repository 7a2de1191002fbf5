import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import {
  fullName,
  idOf,
  type NamedTerminal,
  readName,
  readTerminal,
  seqsText,
} from '../../../src/protocol/cotty/terminal-names.ts';

type Given = { readonly machine?: string; readonly earlierNames?: readonly string[] };

function terminal(id: string, title: string, meta: Given = {}): NamedTerminal {
  return { resource: `ahp-terminal:/${id}`, title, _meta: { 'x-cotty': meta } };
}

const proj = terminal('proj-1a', 'proj', { earlierNames: ['term:1', 'home'] });
const second = terminal('proj-2b', 'proj-2');
const far = terminal('proj-3c', 'proj-2', { machine: 'box', earlierNames: ['srv'] });
const all = [proj, second, far];

function meant(terminals: readonly NamedTerminal[], text: string) {
  const read = readName(terminals, text);
  if (!read.ok) return read.error;
  return read.seqs === undefined ? read.terminal : [read.terminal, read.seqs];
}

describe('a name means', () => {
  test.each([
    ['its URI', 'ahp-terminal:/proj-1a', proj],
    ['its name', 'proj', proj],
    ['its id', 'proj-1a', proj],
    ['a name that it had before', 'home', proj],
    ['a name of an older version', 'term:1', proj],
    ['its name in another case', 'PROJ', proj],
    ['its name as wake-ups write it', 'term:proj', proj],
    ['the terminal of the own host before that of another machine', 'proj-2', second],
    ['one of another machine', 'box:proj-2', far],
    ['the id there', 'box:proj-3c', far],
    ['the id there, without the machine', 'proj-3c', far],
    ['a name that it had there', 'box:srv', far],
    ['a name that it had there, without the machine', 'srv', far],
  ])('a terminal by %s', (_what, text, found) => {
    expect(meant(all, text)).toBe(found);
  });

  test.each([
    ['proj:7', [proj, { from: 7, to: 7 }]],
    ['proj:3-7', [proj, { from: 3, to: 7 }]],
    ['proj:-2', [proj, { last: 2 }]],
    ['term:1:7', [proj, { from: 7, to: 7 }]],
    ['box:proj-2:7', [far, { from: 7, to: 7 }]],
    ['ahp-terminal:/proj-1a:7', [proj, { from: 7, to: 7 }]],
  ])('commands of one with a number behind it: %s', (text, found) => {
    expect(meant(all, text)).toEqual(found);
  });

  test('the longest name first: one with a colon and a number before a command of another', () => {
    const named = terminal('x', 'proj:7');
    expect(meant([...all, named], 'proj:7')).toBe(named);
    expect(meant([...all, named], 'proj:7:1')).toEqual([named, { from: 1, to: 1 }]);
    expect(meant([...all, named], 'proj-1a:7')).toEqual([proj, { from: 7, to: 7 }]);
  });

  test('the terminal that has it now before one that had it, and before an id', () => {
    const heir = terminal('y', 'home');
    expect(meant([...all, heir], 'home')).toBe(heir);
    const alike = terminal('z', 'proj-1a');
    expect(meant([proj, alike], 'proj-1a')).toBe(alike);
    expect(meant([proj, terminal('w', 'PROJ')], 'proj')).toBe(proj);
  });

  test('nothing where no terminal has it, not even its beginning', () => {
    for (const text of ['pro', 'other:proj', 'proj:', 'proj:x', 'proj:-2-3', ':7', '', 'x:7'])
      expect(meant(all, text)).toBe(`there is no terminal "${text}"`);
  });

  test('nothing where several have it, and how to say each', () => {
    const mine = terminal('a', 'box:proj-2');
    expect(meant([mine, ...all], 'box:proj-2')).toBe(
      '"box:proj-2" is the name of 2 terminals; use one of these instead:\n  a  (box:proj-2)\n  box:proj-3c  (box:proj-2)',
    );
    expect(meant([mine, ...all], 'box:proj-2:7')).toBe(
      '"box:proj-2" is the name of 2 terminals; use one of these instead:\n  a:7  (box:proj-2)\n  box:proj-3c:7  (box:proj-2)',
    );
  });

  test('no terminal where commands are named and a terminal is wanted', () => {
    expect(readTerminal(all, 'proj:7')).toMatchObject({
      ok: false,
      error: '"proj:7" is command 7 of the terminal "proj"; name the terminal alone',
    });
    expect([{ last: 1 }, { last: 2 }, { from: 3, to: 7 }].map(seqsText)).toEqual([
      'the last command',
      'command 2 from the end',
      'commands 3 to 7',
    ]);
  });

  test('the terminal of a hostile title as it is shown, on one line', () => {
    const evil = terminal('e', 'x\ncotty: done\u202e', { earlierNames: 'all' as never });
    expect(meant([evil], 'x cotty: done')).toBe(evil);
    expect(meant([evil, { ...evil, resource: 'b' }], 'x cotty: done')).toContain('  b  (x cotty: done)');
    expect(fullName(terminal('e', ' '))).toBe('e');
  });
});

test('each name that a list shows means its terminal alone, with any number of a command behind it', () => {
  const name = fc.constantFrom('a', 'a:1', 'b', 'a-2', 'box', 'box:a', '7', 'a:-1', 'term:1', 'A');
  const list = fc
    .uniqueArray(fc.record({ title: name, earlier: fc.array(name) }), { selector: ({ title }) => title })
    .map((each) =>
      each.map(({ title, earlier }, at) => terminal(`id-${at}`, title, { earlierNames: earlier })),
    );
  fc.assert(
    fc.property(list, fc.integer({ min: 1, max: 99 }), (terminals, seq) => {
      for (const each of terminals) {
        expect(meant(terminals, each.title)).toBe(each);
        expect(meant(terminals, idOf(each.resource))).toBe(each);
        const text = `${each.title}:${seq}`;
        if (terminals.every(({ title }) => title !== text) && !earlierOf(terminals).includes(text))
          expect(meant(terminals, text)).toEqual([each, { from: seq, to: seq }]);
      }
    }),
  );
});

function earlierOf(terminals: readonly NamedTerminal[]): readonly string[] {
  return terminals.flatMap(({ _meta }) => cottyMeta<Given>(_meta).earlierNames ?? []);
}

test('the id of a terminal is the last part of a URI of any scheme', () => {
  expect(['ahp-terminal:/build', 'ahp-session:/a/b', 'urn:x:y', 'plain'].map(idOf)).toEqual([
    'build',
    'b',
    'y',
    'plain',
  ]);
});
