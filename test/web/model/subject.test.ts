import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialog } from '../../../src/web/model/subject.ts';
import { DIALOG_SUBJECTS, goneNotice } from '../../../src/web/model/subject.ts';

const A = 'ahp-terminal:/a';
const B = 'ahp-terminal:/b';

const gone = (open: readonly string[], front: string, lines: Readonly<Record<string, string>> = {}) => ({
  before: front,
  front: open.includes(front) ? front : open[0],
  at: (uri: string) => (open.includes(uri) ? { hasExited: false, holder: '@ada' } : undefined),
  titleOf: (uri: string) => `name of ${uri}`,
  lineOf: (uri: string) => lines[uri] ?? '',
});

const takeOver = (uri: string): Dialog => ({ kind: 'takeOver', uri, holder: '@ada', kept: undefined });

describe('the question whether to take a terminal over', () => {
  it.each([
    [{ hasExited: true, holder: '@ada' }, 'has exited'],
    [{ hasExited: false, holder: 'ben' }, 'is not held by @ada any more'],
    [{ hasExited: false, holder: undefined }, 'is not held by @ada any more'],
  ])('goes when its answer would be about something else: %j', (now, what) => {
    const change = { ...gone([A, B], A, { [A]: 'echo meant' }), at: () => now };
    const notice = { kind: 'gone', what: `name of ${A} ${what}`, line: 'echo meant' };
    expect(goneNotice(takeOver(A), change)).toEqual(notice);
    expect(goneNotice({ kind: 'close', uri: A, reasons: [] }, change)).toBeUndefined();
  });
});

describe('a terminal that is gone', () => {
  it('takes its question with it, and the line that waits for the answer', () => {
    expect(goneNotice(takeOver(A), gone([B], A, { [A]: 'echo meant' }))).toEqual({
      kind: 'gone',
      what: `name of ${A} is closed`,
      line: 'echo meant',
    });
    expect(goneNotice(takeOver(B), gone([B], A))).toBeUndefined();
  });

  it('takes a half-written line with it, and nothing where none was begun', () => {
    expect(goneNotice(undefined, gone([B], A, { [A]: 'rm -rf bu' }))).toMatchObject({ line: 'rm -rf bu' });
    expect(goneNotice(undefined, gone([B], A, { [B]: 'of the other' }))).toBeUndefined();
    expect(goneNotice(undefined, gone([A, B], A, { [A]: 'half' }))).toBeUndefined();
  });

  it('takes what acts on the terminal in front with it, and leaves what does not', () => {
    expect(goneNotice({ kind: 'palette' }, gone([B], A))).toMatchObject({ kind: 'gone' });
    expect(goneNotice({ kind: 'history' }, gone([B], A))).toMatchObject({ kind: 'gone' });
    expect(goneNotice({ kind: 'settings' }, gone([B], A))).toBeUndefined();
  });

  it('leaves what acts on the terminal in front no other one, though it is still there', () => {
    const what = `name of ${A} is no longer in front`;
    const change = { ...gone([A, B], A), front: B };
    for (const kind of ['palette', 'history', 'join'] as const)
      expect(goneNotice({ kind }, change)).toMatchObject({ kind: 'gone', what });
    expect(goneNotice({ kind: 'rename', uri: A }, change)).toBeUndefined();
    expect(goneNotice({ kind: 'palette' }, { ...change, before: undefined })).toBeUndefined();
  });

  it('leaves no dialog behind that names it, whichever it is', () => {
    const kinds = Object.entries(DIALOG_SUBJECTS).flatMap(([kind, is]) => (is === 'open' ? [kind] : []));
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(A, B),
        fc.constantFrom(A, B),
        fc.subarray([A, B]),
        (kind, uri, front, open) => {
          const after = goneNotice(
            { kind, uri, reasons: [], holder: '@ada' } as unknown as Dialog,
            gone(open, front),
          );
          expect(after === undefined).toBe(open.includes(uri));
        },
      ),
    );
  });
});
