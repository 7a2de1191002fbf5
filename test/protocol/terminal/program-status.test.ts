import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterEnd,
  BLOCKED_KINDS,
  chiefOf,
  MOST_RECORDS,
  PROGRAM_STATES,
  type ProgramRecords,
  parseStatus,
  type StatusReport,
  statusSequence,
  withReport,
} from '../../../src/protocol/terminal/program-status.ts';
import { splitChunks, textOf } from '../../support/split-stream.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * The rules of the protocol, as its text has them (revision 0.4), by the numbers of the titles here and in
 * `test/host/agents/program-status.test.ts`:
 *
 * Form: 1 ends with `ESC \\` or BEL · 2 keys a–z, at most 16 · 3 signs of values · 4 blanks around both are cut · 5 a bad pair is
 * skipped · 6 an unknown key is ignored · 7 the last of a key counts · 8 at most 4096 bytes.
 * Keys: 9 a known state is needed · 10 kind only with blocked · 11 progress · 12 app · 13 app of the nearest ancestor · 14 id ·
 * 15 title and msg.
 * Records: 16 are replaced whole · 17 clear · 18 at least 64 are kept, blocked ones go last · 19 no heartbeat.
 * Life: 20 the end of the program, a new prompt, what was seen · 21 reset, other screen · 22 only a new prompt.
 * Query: 23 answered by itself alone, before DA1.
 * Safety: 24 nothing invisible, nothing that turns text round · 25 no secrets · 26 a state stands for a moment before it counts ·
 * 27 a replay tells nothing anew.
 */
describe('a report of a program', () => {
  it.each<[rule: string, payload: string, report: object | undefined]>([
    ['2: a key of 16 letters', `state=idle:${'k'.repeat(16)}=1`, { state: 'idle', id: '' }],
    ['2, 5: a longer key is a bad pair', `state=idle:${'k'.repeat(17)}=1`, { state: 'idle', id: '' }],
    ['2, 5: a key in capitals', 'State=done:state=idle', { state: 'idle', id: '' }],
    ['3: all signs of a value', 'state=idle:x=AZaz09_.,+/=-', { state: 'idle', id: '' }],
    ['3, 5: another sign', 'state=idle:app=a b', { state: 'idle', id: '' }],
    ['4: blanks and tabs', ' state = idle\t:\tapp =\tcodex ', { state: 'idle', id: '', app: 'codex' }],
    ['5: pairs without a sign between', 'state=idle::x:=y', { state: 'idle', id: '' }],
    ['6: an unknown key', 'state=idle:color=red', { state: 'idle', id: '' }],
    ['7: the last of a key', 'state=idle:state=done', { state: 'done', id: '' }],
    ['7, 5: a bad pair is not the last', 'state=idle:state=do ne', { state: 'idle', id: '' }],
    ['8: 4096 bytes', `state=idle:x=${'y'.repeat(4096 - 9 - 13)}`, { state: 'idle', id: '' }],
    ['8: a byte more', `state=idle:x=${'y'.repeat(4096 - 9 - 12)}`, undefined],
    ['8: bytes, not characters', `state=idle:é=${'é'.repeat(2100)}`, undefined],
    ['9: with a name', 'state=working:app=codex', { state: 'working', id: '', app: 'codex' }],
    ['9: no state', 'app=codex', undefined],
    ['9: an unknown state', 'state=sleeping', undefined],
    ['9: nothing', '', undefined],
    ['9: clear', 'state=clear:id=a', { state: 'clear', id: 'a' }],
    ['10: kind', 'state=blocked:kind=permission', { state: 'blocked', id: '', kind: 'permission' }],
    ['10: an unknown kind', 'state=blocked:kind=coffee', { state: 'blocked', id: '' }],
    ['10, 11: with another state', 'state=done:kind=question:progress=40', { state: 'done', id: '' }],
    ['11: while it works', 'state=working:progress=0', { state: 'working', id: '', progress: 0 }],
    ['11: while it is blocked', 'state=blocked:progress=100', { state: 'blocked', id: '', progress: 100 }],
    ['11: too much', 'state=working:progress=101', undefined],
    ['11: far too much', 'state=working:progress=1000', undefined],
    ['11: no number', 'state=working:progress=fast', { state: 'working', id: '' }],
    ['12: 32 letters', `state=idle:app=${'a'.repeat(32)}`, { state: 'idle', id: '', app: 'a'.repeat(32) }],
    ['12: a letter more', `state=idle:app=${'a'.repeat(33)}`, undefined],
    ['12: a bad sign', 'state=idle:app=a/b', { state: 'idle', id: '' }],
    ['14: a path', 'state=idle:id=a/b', { state: 'idle', id: 'a/b' }],
    ['14: never the program instead of a part', 'state=idle:id=a//b', undefined],
    ['14: an empty one', 'state=idle:id=', undefined],
    ['14: a bad sign', 'state=idle:id=a b', undefined],
    ['14: a long level', `state=idle:id=${'a'.repeat(33)}`, undefined],
    ['14: eight levels', 'state=idle:id=a/b/c/d/e/f/g/h', { state: 'idle', id: 'a/b/c/d/e/f/g/h' }],
    ['14: nine levels', 'state=idle:id=a/b/c/d/e/f/g/h/i', undefined],
    ['14: more than 128 letters', `state=idle:id=${Array(5).fill('a'.repeat(30)).join('/')}`, undefined],
    [
      '15: base64',
      `state=blocked:msg=${base64('Delete all?')}`,
      { state: 'blocked', id: '', msg: 'Delete all?' },
    ],
    [
      '15: without padding',
      `state=blocked:msg=${base64('no pad').replaceAll('=', '')}`,
      { state: 'blocked', id: '', msg: 'no pad' },
    ],
    ['15: empty', 'state=idle:msg=', { state: 'idle', id: '' }],
    ['15: no base64', 'state=blocked:msg=_w', undefined],
    ['15: a length that no base64 has', 'state=blocked:msg=AAAAA', undefined],
    ['15: no UTF-8', `state=blocked:msg=${Buffer.from([0xff, 0xfe]).toString('base64')}`, undefined],
    ['15: a line end', `state=blocked:msg=${base64('two\nlines')}`, undefined],
    ['15: an escape', `state=blocked:msg=${base64('\x1b[31m')}`, undefined],
    ['15: a control of 8 bits', `state=blocked:msg=${base64('\u009b31m')}`, undefined],
    [
      '15: 192 bytes of title',
      `state=idle:title=${base64('x'.repeat(192))}`,
      { state: 'idle', id: '', title: 'x'.repeat(192) },
    ],
    ['15: a byte more', `state=idle:title=${base64('x'.repeat(193))}`, undefined],
    [
      '15: 2048 bytes of message',
      `state=idle:msg=${base64('é'.repeat(1024))}`,
      { state: 'idle', id: '', msg: 'é'.repeat(1024) },
    ],
    ['15: a byte more of it', `state=idle:msg=${base64('x'.repeat(2049))}`, undefined],
    ['23: neither a query nor a report', '?:state=idle', undefined],
    [
      '24: left out, but for the joiners of clusters',
      `state=idle:msg=${base64('a\u202eb\u200bc\u2066👩\u200d👧')}`,
      { state: 'idle', id: '', msg: 'abc👩\u200d👧' },
    ],
  ])('rule %s', (_rule, payload, report) => {
    expect(parseStatus(payload)).toEqual(report);
  });

  it.each(['\x07', '\x1b\\'])('rules 1 and 23: ends with %j, and its query is taken with that end', (end) => {
    const stream = `a\x1b]7501;state=idle${end}b\x1b]7501;?${end}\x1b[cc\x1b]7501;?:state=done${end}d\x1b]7501;bad${end}e`;
    const segments = splitChunks([stream]);
    expect(segments.filter(({ kind }) => kind !== 'text')).toEqual([
      { kind: 'status', report: { state: 'idle', id: '' } },
      { kind: 'query', query: { kind: 'status' }, raw: `\x1b]7501;?${end}` },
      { kind: 'query', query: { kind: 'da1' }, raw: '\x1b[c' },
      { kind: 'status', report: { state: 'done', id: '' } },
    ]);
    expect(textOf(segments)).toBe('abcde');
    const slices = splitChunks([...stream]).filter(({ kind }) => kind !== 'text');
    expect(slices).toEqual(segments.filter(({ kind }) => kind !== 'text'));
  });

  it('is read as it was written', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '日', ' b', '!'), minLength: 1, maxLength: 20 });
    const report = fc.record(
      {
        state: fc.constantFrom(...PROGRAM_STATES),
        id: fc.constantFrom('', 'a', 'a/b-1'),
        app: fc.constant('codex'),
        msg: line.map((text) => text.trim()).filter((text) => text !== ''),
      },
      { requiredKeys: ['state', 'id'] },
    );
    fc.assert(
      fc.property(report, (made) => {
        const sequence = statusSequence(made as StatusReport);
        expect(parseStatus(sequence.slice('\x1b]7501;'.length, -2))).toEqual(made);
      }),
    );
  });

  it('rules 8 to 15: that breaks a limit is not written: the field and its value are named', () => {
    expect(() => statusSequence({ state: 'idle', id: 'a b' })).toThrow('(it is a b)');
    expect(() => statusSequence({ state: 'working', id: '', progress: 101 })).toThrow('(it is 101)');
    expect(() => statusSequence({ state: 'idle', id: '', msg: 'x'.repeat(2049) })).toThrow('(it is 2049)');
  });
});

describe('the records of a terminal', () => {
  const recordsAfter = (...reports: readonly StatusReport[]) =>
    reports.reduce<ProgramRecords>((records, report, at) => withReport(records, report, at), []);

  it('rules 16 and 19: are replaced whole, last until then, and keep the time since which they have their state', () => {
    const records = recordsAfter(
      { state: 'working', id: '', app: 'a', msg: 'x' },
      { state: 'working', id: '' },
      { state: 'blocked', id: '' },
    );
    expect(records).toEqual([{ state: 'blocked', id: '', since: 2 }]);
    expect(recordsAfter({ state: 'working', id: '' }, { state: 'working', id: '' })[0]?.since).toBe(0);
  });

  it('rule 17: are cleared with what is below them, or all of them', () => {
    const made: StatusReport[] = ['', 'a', 'a/b', 'ab'].map((id) => ({ state: 'working', id }));
    expect(recordsAfter(...made, { state: 'clear', id: 'a' }).map(({ id }) => id)).toEqual(['', 'ab']);
    expect(recordsAfter(...made, { state: 'clear', id: '' })).toEqual([]);
  });

  it('rule 18: are limited: the one that was updated longest ago goes, blocked ones last', () => {
    const blocked: StatusReport = { state: 'blocked', id: 'b' };
    const many = Array.from(
      { length: MOST_RECORDS },
      (_, at): StatusReport => ({ state: 'idle', id: `p${at}` }),
    );
    const records = recordsAfter(blocked, ...many);
    expect(records).toHaveLength(MOST_RECORDS);
    expect(records[0]).toMatchObject(blocked);
    expect(records[1]).toMatchObject({ id: 'p1' });
    const allBlocked = many.map((each): StatusReport => ({ ...each, state: 'blocked' }));
    expect(recordsAfter(...allBlocked, { state: 'idle', id: 'new' }).at(-1)?.id).toBe('new');
  });

  it('rule 20: end with their program, but for how its work ended', () => {
    const records = recordsAfter(...PROGRAM_STATES.map((state): StatusReport => ({ state, id: state })));
    expect(afterEnd(records).map(({ state }) => state)).toEqual(['done', 'error']);
    const kept = recordsAfter({ state: 'done', id: '' });
    expect(afterEnd(kept)).toBe(kept);
  });

  it('rule 13: are stood for by what waits, else by the program, else by the most urgent of its parts', () => {
    const chief = (...reports: readonly StatusReport[]) => chiefOf(recordsAfter(...reports));
    expect(chief()).toBeUndefined();
    expect(chief({ state: 'working', id: '' }, { state: 'blocked', id: 'a' })?.id).toBe('a');
    expect(chief({ state: 'done', id: '' }, { state: 'working', id: 'a' })?.state).toBe('done');
    expect(chief({ state: 'idle', id: 'b' }, { state: 'working', id: 'a' })?.state).toBe('working');
    // A part has the name of the nearest one around it.
    expect(chief({ state: 'working', id: '', app: 'codex' }, { state: 'blocked', id: 'a/b' })?.app).toBe(
      'codex',
    );
  });

  it('rule 18: are never more than the limit, whatever is reported', () => {
    const report = fc.record({
      state: fc.constantFrom(...PROGRAM_STATES, 'clear' as const),
      id: fc.constantFrom('', ...Array.from({ length: 90 }, (_, at) => `p${at % 9}/${at}`)),
      kind: fc.constantFrom(...BLOCKED_KINDS),
    });
    fc.assert(
      fc.property(fc.array(report, { maxLength: 120 }), (reports) => {
        const records = recordsAfter(...reports);
        expect(records.length).toBeLessThanOrEqual(MOST_RECORDS);
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
      }),
    );
  });
});
