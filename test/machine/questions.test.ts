import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Ask,
  askThere,
  openQuestions,
  type Question,
  type Questions,
} from '../../src/machine/questions.ts';
import { removeFolder } from '../support/remove-folder.ts';

let folder: string;
let questions: Questions;
let asked: Question[];
let answer: Ask;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-q-'));
  asked = [];
  answer = () => Promise.resolve('yes');
  const ask: Ask = (question) => {
    asked.push(question);
    return answer(question);
  };
  questions = await openQuestions({ folder, ask, askpass: '/askpass', node: '/node', launcher: '/cotty' });
});
afterEach(() => {
  questions.close();
  removeFolder(folder);
});

const place = () => questions.env['COTTY_ASK'] ?? '';
const socketPath = () => join(folder, readdirSync(folder)[0] ?? '');

describe('a question of ssh', () => {
  it.each([
    ["ada@box's password: ", '', true, false],
    ["Enter passphrase for key '/home/ada/.ssh/id': ", '', true, false],
    ['Are you sure you want to continue connecting (yes/no/[fingerprint])? ', '', false, false],
    ["Please type 'yes', 'no' or the fingerprint: ", '', false, false],
    ['Allow use of key id?', 'confirm', false, false],
    ['Confirm user presence for key', 'none', false, true],
  ])('%j (%s) is asked here; hidden: %s, only told: %s', async (prompt, kind, secret, told) => {
    expect(await askThere(place(), prompt, kind)).toBe('yes');
    expect(asked).toMatchObject([{ prompt, secret, told }]);
  });

  it('gets any answer as it is typed', async () => {
    for (const text of ['', ' a b ', 'pä"s\\s🎉', 'x'.repeat(1000)]) {
      answer = () => Promise.resolve(text);
      expect(await askThere(place(), 'password: ', '')).toBe(text);
    }
  });

  it.each([
    ['nobody answers', () => Promise.resolve(undefined)],
    ['asking fails', () => Promise.reject(new Error('gone'))],
  ])('gets none where %s', async (_, ask) => {
    answer = ask;
    expect(await askThere(place(), 'password: ', '')).toBeUndefined();
  });

  it('is taken back when ssh no longer waits', async () => {
    answer = () => new Promise(() => {});
    const socket = createConnection(socketPath());
    socket.write(`${JSON.stringify({ token: place().split('@')[0], prompt: 'password: ', kind: '' })}\n`);
    await expect.poll(() => asked.length).toBe(1);
    socket.destroy();
    await expect.poll(() => asked[0]?.signal.aborted).toBe(true);
  });

  it.each([
    ['another token', (token: string) => `{"token":"${'0'.repeat(token.length)}","prompt":"?","kind":""}\n`],
    ['no prompt', (token: string) => `{"token":"${token}","kind":""}\n`],
    ['no JSON', () => 'hello\n'],
    ['null', () => 'null\n'],
    ['a line without an end', () => 'x'.repeat(20_000)],
  ])('with %s is not asked', async (_, text) => {
    const socket = createConnection(socketPath());
    let isClosed = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      isClosed = true;
    });
    socket.write(text(place().split('@')[0] ?? ''));
    await expect.poll(() => isClosed).toBe(true);
    expect(asked).toEqual([]);
  });

  it('comes by a socket of this user alone, which is gone afterwards', async () => {
    expect(statSync(socketPath()).mode & 0o777).toBe(0o600);
    questions.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(await askThere(place(), 'password: ', '')).toBeUndefined();
  });
});
