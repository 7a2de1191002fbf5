import { expect, test } from 'vitest';
import { type About, type Terminals, whatIsLost } from '../../src/client/dialog-subject.ts';

const listed: Terminals = {
  front: 'a',
  at: (uri) => (uri === 'a' || uri === 'b' ? { hasExited: uri === 'b', holder: 'ada' } : undefined),
};

test.each<readonly [About['subject'], string, string | undefined]>([
  ['input', 'a', undefined],
  ['input', 'b', 'is no longer in front'],
  ['front', 'b', 'is no longer in front'],
  ['open', 'b', undefined],
  ['open', 'c', 'is closed'],
  ['record', 'c', undefined],
  ['window', 'c', undefined],
  ['front', '', undefined],
])('a dialog of the kind %s about terminal %j: %s', (subject, uri, what) => {
  expect(whatIsLost({ subject, uris: [uri] }, listed)?.what).toBe(what);
});

test('what is typed into a terminal ends with its program', () => {
  expect(whatIsLost({ subject: 'input', uris: ['b'] }, { ...listed, front: 'b' })?.what).toBe('has exited');
});

test('a dialog about several terminals goes with the first of them that is lost', () => {
  expect(whatIsLost({ subject: 'open', uris: ['a', 'c', 'd'] }, listed)).toEqual({
    uri: 'c',
    what: 'is closed',
  });
});

test('the question whether to take over is about one holder', () => {
  const about = (id: string): About => ({ subject: 'input', uris: ['a'], holder: { id, name: '@ada' } });
  expect(whatIsLost(about('ada'), listed)).toBeUndefined();
  expect(whatIsLost(about('ben'), listed)?.what).toBe('is not held by @ada any more');
});
