import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPlain, Places } from '../../../src/host/run/places.ts';

it('keeps answers as lines that a person can read and change', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'cotty-')), 'state');
  const file = join(folder, 'places');
  const places = new Places(folder);
  expect(places.answer('ssh box')).toBeUndefined();
  places.keep('ssh box', 'yes');
  places.keep('docker web', 'no');
  places.keep('ssh box', 'no');
  expect(readFileSync(file, 'utf8')).toBe('no docker web\nno ssh box\n');
  writeFileSync(file, '# mine\n\nyes ssh box\nyes ssh boxes\nperhaps docker web\n');
  expect(['ssh box', 'docker web', 'ssh bo', 'box'].map((place) => places.answer(place))).toEqual([
    'yes',
    undefined,
    undefined,
    undefined,
  ]);
  places.forgetAll();
  expect(places.answer('ssh box')).toBeUndefined();
});

it('forgets the oldest beyond a thousand', () => {
  const places = new Places(undefined);
  for (let each = 0; each <= 1000; each += 1) places.keep(`ssh box${each}`, 'yes');
  expect([places.answer('ssh box0'), places.answer('ssh box1')]).toEqual([undefined, 'yes']);
});

it('asks about plain names only', () => {
  expect(isPlain('ssh ann@box.example')).toBe(true);
  for (const name of ['ssh b\nno ssh c', 'ssh \x1b[2J', 'ssh a b', 'ssh bö\u202ex', `ssh ${'x'.repeat(200)}`])
    expect(isPlain(name)).toBe(false);
});
