import { describe, expect, it } from 'vitest';
import { Delivery } from '../../../src/host/run/delivery.ts';
import { Waiters } from '../../../src/host/run/waiters.ts';
import { parseMark } from '../../../src/shell/mark.ts';
import type { Shell } from '../../../src/shell/nest/shells.ts';
import { HandClock } from '../../support/hand-clock.ts';

const NAME = '~0123456789';
const ASK = '\x1b[713851@';
const FETCH = '\x1b[713852@';

/** A text on its way to a shell elsewhere, whose line editor has answered. */
async function start(text = 'echo hi') {
  const clock = new HandClock();
  const waiters = new Waiters(clock);
  const typed: string[] = [];
  const state: { reader: Pick<Shell, 'signer' | 'fromTty'> } = { reader: { signer: NAME, fromTty: true } };
  const type = (keys: string) => typed.push(keys);
  const delivery = new Delivery({
    path: undefined,
    waiters,
    type,
    reader: () => state.reader,
    onFree: () => {},
  });
  const settle = async () => {
    waiters.check();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const says = async (property: string, by = NAME) => {
    const mark = parseMark(`P;${property};${by}`, 'nonce');
    if (mark !== undefined) delivery.marked(mark);
    await settle();
  };
  const pass = async (ms: number) => {
    clock.pass(ms);
    await settle();
  };
  let taken = 0;
  const onTaken = () => {
    taken += 1;
  };
  const answer = delivery.give(text, { kind: 'script', dialect: 'bash', onTaken, over: () => false });
  expect(typed.splice(0)).toEqual([ASK]);
  await says('Ready=1');
  expect(typed.splice(0)).toEqual([FETCH]);
  return { answer, delivery, typed, state, says, settle, pass, taken: () => taken };
}

describe('a delivery over the terminal', () => {
  it('writes the text only when the shell to which it goes has said that it reads', async () => {
    const at = await start();
    await at.says('Reads=1', '~another99');
    await at.says('Got=1');
    expect(at.typed).toEqual([]);
    await at.says('Reads=42');
    expect(at.typed).toEqual(['{42 19}', 'script\\0012echo hi}']);
    await at.says('Got=19');
    await at.says('Fetched=1');
    expect([at.delivery.isSending, at.taken()]).toEqual([false, 0]);
    await at.says('Taken=1');
    expect([await at.answer, at.taken()]).toEqual([{ ok: true }, 1]);
  });

  it('gives up without a word of the text where nobody says that', async () => {
    const at = await start();
    // Asked once more, and the answer stays away.
    for (let step = 0; step < 60; step += 1) await at.pass(1000);
    expect(await at.answer).toMatchObject({ ok: false, failed: expect.stringContaining('does not answer') });
    expect(at.typed.join('')).not.toContain('echo');
  });

  it('ends with Ctrl+C when the shell stops to read, and when somebody presses it', async () => {
    for (const isPressed of [false, true]) {
      const at = await start('x'.repeat(100_000));
      await at.says('Reads=1');
      await at.says('Got=4000');
      expect(at.typed.join('')).toHaveLength('{1 100012}'.length + 36_768);
      if (isPressed) at.delivery.interrupt();
      else await at.pass(10_000);
      await at.settle();
      expect(at.typed.at(-1)).toBe('\x03');
      await at.says('Got=30000');
      expect(at.typed.at(-1)).toBe('\x03');
      await at.says('Refused=');
      const failed = expect.stringContaining(isPressed ? 'Ctrl+C was pressed' : 'stopped reading');
      expect(await at.answer).toEqual({ ok: false, failed });
    }
  });

  it('writes no more when another shell reads', async () => {
    const at = await start('x'.repeat(100_000));
    await at.says('Reads=1');
    const { length } = at.typed;
    at.state.reader = { signer: 'own' };
    await at.settle();
    expect(await at.answer).toMatchObject({ failed: 'the shell at whose prompt this was has ended' });
    await at.says('Got=30000');
    expect(at.typed).toHaveLength(length);
  });

  it('refuses what is too long to be sent', async () => {
    const delivery = new Delivery({
      path: undefined,
      waiters: new Waiters(new HandClock()),
      type: () => {},
      reader: () => ({ signer: NAME, fromTty: true }),
      onFree: () => {},
    });
    const asked = { kind: 'script', dialect: 'bash', onTaken: () => {}, over: () => false } as const;
    const said = await delivery.give('漢'.repeat(300_000), asked);
    expect(said).toMatchObject({ failed: expect.stringContaining('at most 4 MB') });
  });
});
