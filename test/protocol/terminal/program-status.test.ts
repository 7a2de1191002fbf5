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

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a report of a program', () => {
  it.each<[string, object | undefined]>([
    ['state=working:app=codex', { state: 'working', id: '', app: 'codex' }],
    ['state=blocked:kind=permission', { state: 'blocked', id: '', kind: 'permission' }],
    // Spaces around keys and values do not count; the last of a key does; an unknown key and a broken pair are skipped.
    [' state = idle\t:state=done:color=red:x y=1', { state: 'done', id: '' }],
    // Without a known state it is none.
    ['app=codex', undefined],
    ['state=sleeping', undefined],
    ['', undefined],
    // A kind only with blocked, progress only with working and blocked.
    ['state=done:kind=question:progress=40', { state: 'done', id: '' }],
    ['state=working:progress=40', { state: 'working', id: '', progress: 40 }],
    ['state=blocked:kind=coffee', { state: 'blocked', id: '' }],
    ['state=working:progress=101', undefined],
    ['state=working:progress=1000', undefined],
    ['state=working:progress=fast', { state: 'working', id: '' }],
    // A name that is too long discards the report; one with a sign that is not allowed is no name.
    [`state=idle:app=${'a'.repeat(32)}`, { state: 'idle', id: '', app: 'a'.repeat(32) }],
    [`state=idle:app=${'a'.repeat(33)}`, undefined],
    ['state=idle:app=a/b', { state: 'idle', id: '' }],
    // A broken id discards the report: it must not land on the program itself.
    ['state=idle:id=a/b', { state: 'idle', id: 'a/b' }],
    ['state=idle:id=a//b', undefined],
    ['state=idle:id=', undefined],
    ['state=idle:id=a b', undefined],
    [`state=idle:id=${'a'.repeat(33)}`, undefined],
    [`state=idle:id=${Array.from({ length: 9 }, () => 'a').join('/')}`, undefined],
    [`state=idle:id=${Array.from({ length: 5 }, () => 'a'.repeat(30)).join('/')}`, undefined],
    // Texts are base64 of one line of UTF-8.
    [`state=blocked:msg=${base64('Delete all?')}`, { state: 'blocked', id: '', msg: 'Delete all?' }],
    [
      `state=blocked:msg=${base64('no pad').replaceAll('=', '')}`,
      { state: 'blocked', id: '', msg: 'no pad' },
    ],
    [`state=blocked:msg=${base64('two\nlines')}`, undefined],
    [`state=blocked:msg=${base64('\x1b[31m')}`, undefined],
    ['state=blocked:msg=_w', undefined],
    [`state=blocked:msg=${Buffer.from([0xff, 0xfe]).toString('base64')}`, undefined],
    [`state=idle:title=${base64('x'.repeat(192))}`, { state: 'idle', id: '', title: 'x'.repeat(192) }],
    [`state=idle:title=${base64('x'.repeat(193))}`, undefined],
    [`state=idle:msg=${base64('x'.repeat(2049))}`, undefined],
    // What turns text round or takes no cell is left out; the joiners of clusters stay.
    [
      `state=idle:msg=${base64('a\u202eb\u200bc👩\u200d👧')}`,
      { state: 'idle', id: '', msg: 'abc👩\u200d👧' },
    ],
    [`state=idle:x=${'y'.repeat(4096)}`, undefined],
    ['?:state=idle', undefined],
  ])('%#: %s', (payload, report) => {
    expect(parseStatus(payload)).toEqual(report);
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

  it('that breaks a limit is not written: the field and its value are named', () => {
    expect(() => statusSequence({ state: 'idle', id: 'a b' })).toThrow('(it is a b)');
    expect(() => statusSequence({ state: 'working', id: '', progress: 101 })).toThrow('(it is 101)');
    expect(() => statusSequence({ state: 'idle', id: '', msg: 'x'.repeat(2049) })).toThrow('(it is 2049)');
  });
});

describe('the records of a terminal', () => {
  const recordsAfter = (...reports: readonly StatusReport[]) =>
    reports.reduce<ProgramRecords>((records, report, at) => withReport(records, report, at), []);

  it('are replaced whole, and keep the time since which they have their state', () => {
    const records = recordsAfter(
      { state: 'working', id: '', app: 'a', msg: 'x' },
      { state: 'working', id: '' },
      { state: 'blocked', id: '' },
    );
    expect(records).toEqual([{ state: 'blocked', id: '', since: 2 }]);
    expect(recordsAfter({ state: 'working', id: '' }, { state: 'working', id: '' })[0]?.since).toBe(0);
  });

  it('are cleared with what is below them, or all of them', () => {
    const made: StatusReport[] = ['', 'a', 'a/b', 'ab'].map((id) => ({ state: 'working', id }));
    expect(recordsAfter(...made, { state: 'clear', id: 'a' }).map(({ id }) => id)).toEqual(['', 'ab']);
    expect(recordsAfter(...made, { state: 'clear', id: '' })).toEqual([]);
  });

  it('are limited: the one that was updated longest ago goes, blocked ones last', () => {
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

  it('end with their program, but for how its work ended', () => {
    const records = recordsAfter(...PROGRAM_STATES.map((state): StatusReport => ({ state, id: state })));
    expect(afterEnd(records).map(({ state }) => state)).toEqual(['done', 'error']);
    const kept = recordsAfter({ state: 'done', id: '' });
    expect(afterEnd(kept)).toBe(kept);
  });

  it('are stood for by what waits, else by the program, else by the most urgent of its parts', () => {
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

  it('are never more than the limit, whatever is reported', () => {
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
