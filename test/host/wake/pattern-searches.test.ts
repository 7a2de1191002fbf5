import { describe, expect, test } from 'vitest';
import { type SearchableCommand, searchable } from '../../../src/host/wake/finished-wake.ts';
import { PatternSearches } from '../../../src/host/wake/pattern-searches.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';

describe('searching finished commands for patterns', () => {
  test('is done at once where there is one pattern, or none', () => {
    const { searches, turns, done } = setUp();
    searches.search(command('make'), [], done('a'));
    searches.search(command('make'), ['ma'], done('b'));
    expect(done.all).toEqual(['a', 'b']);
    expect(turns).toEqual([]);
  });

  test('takes one pattern a turn, and commands in their order', () => {
    const { searches, turns, turn, done } = setUp();
    const first = command('make');
    searches.search(first, ['ma', 'x', 'ke'], done('a'));
    searches.search(command('ls'), [], done('b'));
    expect([first.found.size, done.all]).toEqual([1, []]);
    turn();
    expect([first.found.size, done.all]).toEqual([2, []]);
    turn();
    expect([[...first.found], done.all]).toEqual([
      [
        ['ma', true],
        ['x', false],
        ['ke', true],
      ],
      ['a'],
    ]);
    turn();
    expect(done.all).toEqual(['a', 'b']);
    expect(turns).toEqual([]);
  });

  test('is finished at once when somebody has to know', () => {
    const { searches, turn, done } = setUp();
    for (const name of ['a', 'b']) searches.search(command('make'), ['1', '2', '3'], done(name));
    searches.finish();
    expect(done.all).toEqual(['a', 'b']);
    turn();
    searches.search(command('make'), ['1'], done('c'));
    expect(done.all).toEqual(['a', 'b', 'c']);
  });

  test('holds no more than 64 commands', () => {
    const { searches, done } = setUp();
    for (let n = 0; n < 100; n += 1) searches.search(command('make'), ['1', '2'], done(String(n)));
    expect(done.all).toEqual(Array.from({ length: 36 }, (_, n) => String(n)));
  });

  test('lets any number of commands wait that are kept elsewhere, and reads each in its turn', () => {
    const { searches, turns, turn, done } = setUp();
    let reads = 0;
    const finished = {
      channel: 'ahp-terminal:/2',
      terminal: '2',
      get record() {
        reads += 1;
        return recordOf('make');
      },
    };
    for (let n = 0; n < 100; n += 1) searches.searchKept(finished, ['1', '2'], done(String(n)));
    searches.search(command('ls'), ['1', '2'], done('live'));
    const once = reads;
    turn();
    turn();
    expect([reads > once, reads < 10 * once, done.all]).toEqual([true, true, ['0']]);
    while (turns.length > 0) turn();
    expect([done.all.length, done.all.at(-1)]).toEqual([101, 'live']);
  });

  test('is finished for the commands of one channel without those of others', () => {
    const { searches, done } = setUp();
    const other = { channel: 'ahp-terminal:/2', terminal: '2', record: recordOf('make') };
    searches.search(command('make'), ['1', '2'], done('mine'));
    searches.searchKept(other, ['1', '2'], done('other'));
    searches.search(command('make'), ['1', '2'], done('mine too'));
    searches.finish((channel) => channel === 'ahp-terminal:/2');
    expect(done.all).toEqual(['other']);
    searches.finish();
    expect(done.all).toEqual(['other', 'mine', 'mine too']);
  });
});

function recordOf(commandLine: string): LedgerRecord {
  const output = { head: '', omitted: 0, tail: '' };
  return { seq: 1, commandLine, output, startedAt: 0 } as unknown as LedgerRecord;
}

function command(commandLine: string): SearchableCommand {
  return searchable({ channel: 'ahp-terminal:/1', terminal: '1', record: recordOf(commandLine) });
}

function setUp() {
  const turns: (() => void)[] = [];
  const all: string[] = [];
  const done = Object.assign((name: string) => () => void all.push(name), { all });
  return {
    searches: new PatternSearches({ soon: (run) => void turns.push(run) }),
    turns,
    turn: () => turns.shift()?.(),
    done,
  };
}
