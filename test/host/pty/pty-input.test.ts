import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TtyModes } from '../../../src/host/pty/modes/tty-modes.ts';
import { MAX_REPLIES, MAX_WAITING, PtyInput } from '../../../src/host/pty/pty-input.ts';
import { HandClock } from '../../support/hand-clock.ts';

/** A kernel that takes so many bytes now, and counts how often it was asked. */
type Kernel = {
  take: number | 'gone';
  asked: number;
  /** What the modes of the terminal say. */
  lineEditing: boolean | undefined;
  foreground: number | undefined;
  readonly text: () => string;
  readonly input: PtyInput;
  readonly clock: HandClock;
};

function kernel(): Kernel {
  const taken: Buffer[] = [];
  const clock = new HandClock();
  const state: Kernel = {
    take: Number.POSITIVE_INFINITY,
    text: () => Buffer.concat(taken).toString(),
    clock,
    asked: 0,
    lineEditing: false,
    foreground: undefined,
    input: new PtyInput(
      (bytes) => {
        state.asked += 1;
        if (state.take === 'gone') return 'gone';
        if (state.take === 0) return 'full';
        const part = bytes.subarray(0, state.take);
        taken.push(Buffer.from(part));
        state.take -= part.length;
        return part.length;
      },
      clock,
      (answer) => {
        const { lineEditing, foreground } = state;
        answer(lineEditing === undefined ? undefined : { echo: true, lineEditing, foreground });
      },
    ),
  };
  return state;
}

describe('PtyInput', () => {
  it('writes at once what is taken at once', () => {
    const k = kernel();
    expect(k.input.write('häß\r')).toBe(true);
    expect(k.text()).toBe('häß\r');
    expect(k.clock.waiting).toBe(0);
    expect(k.input.room).toBe(MAX_WAITING);
  });

  it('asks again, ever more rarely, while nothing is taken', () => {
    const k = kernel();
    k.take = 2;
    k.input.write('abcd');
    expect(k.text()).toBe('ab');
    const before = k.asked;
    k.clock.pass(100);
    expect(k.asked - before).toBeLessThan(12);
    k.take = 10;
    k.clock.pass(16);
    expect(k.text()).toBe('abcd');
    expect(k.clock.waiting).toBe(0);
  });

  it('refuses a text whole when it would be too much, and takes it when there is room again', () => {
    const k = kernel();
    k.take = 0;
    const most = 'x'.repeat(MAX_WAITING - 1);
    expect(k.input.write(most)).toBe(true);
    expect(k.input.room).toBe(1);
    expect(k.input.write('ä')).toBe(false);
    expect(k.input.write('y')).toBe(true);
    k.take = Number.POSITIVE_INFINITY;
    k.clock.pass(16);
    expect(k.text() === `${most}y`).toBe(true);
    expect(k.input.write('ä')).toBe(true);
  });

  it('forgets what waits when nobody will read any more', () => {
    const k = kernel();
    k.take = 1;
    k.input.write('ab');
    k.take = 'gone';
    k.clock.pass(16);
    expect(k.clock.waiting).toBe(0);
    expect(k.input.write('c')).toBe(false);
    expect(k.input.room).toBe(0);
    k.input.close();
  });

  it('keeps the order whatever the kernel takes when', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 8 });
    const step = fc.oneof(typed, fc.nat(6));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const k = kernel();
        k.take = 0;
        let whole = '';
        for (const one of steps) {
          if (typeof one === 'number') {
            k.take = one;
            k.clock.pass(20);
          } else if (k.input.write(one)) whole += one;
        }
        k.take = Number.POSITIVE_INFINITY;
        k.clock.pass(20);
        expect(k.text()).toBe(whole);
      }),
    );
  });

  it('writes replies together at the end of the turn, and behind what is typed', () => {
    const k = kernel();
    k.input.reply('<one>');
    k.input.reply('<two>');
    expect(k.text()).toBe('');
    k.input.write('key');
    expect(k.text()).toBe('key<one><two>');
    k.input.reply('<three>');
    k.clock.turn();
    expect(k.text()).toBe('key<one><two><three>');
    expect(k.asked).toBe(3);
  });

  it('never puts a key into a reply that was written in part, but before the next one', () => {
    const k = kernel();
    k.take = 3;
    k.input.reply('<one>');
    k.input.reply('<two>');
    k.clock.turn();
    expect(k.text()).toBe('<on');
    k.input.write('key');
    k.take = Number.POSITIVE_INFINITY;
    k.clock.pass(16);
    expect(k.text()).toBe('<one>key<two>');
  });

  it('drops replies to a program that asks and does not read, and takes them again when it has read', () => {
    const k = kernel();
    k.take = 0;
    let taken = 0;
    for (; k.input.takesReplies; taken += 1) k.input.reply('0123456789');
    k.input.reply('x');
    k.clock.pass(200);
    expect(taken - 1).toBe(Math.floor(MAX_REPLIES / 10));
    expect(k.asked).toBeLessThan(20);
    expect(k.input.room).toBe(MAX_WAITING);
    k.take = Number.POSITIVE_INFINITY;
    k.clock.pass(16);
    expect(k.text()).toBe('0123456789'.repeat(taken - 1));
    expect(k.input.takesReplies).toBe(true);
    k.input.reply('<later>');
    k.clock.turn();
    expect(k.text().endsWith('<later>')).toBe(true);
  });

  it('holds replies until a program reads keys, and no key for them', () => {
    const k = kernel();
    k.lineEditing = true;
    k.input.reply('<one>');
    k.clock.pass(50);
    k.input.reply('<two>');
    k.clock.pass(50);
    expect(k.text()).toBe('');
    k.input.write('key');
    expect(k.text()).toBe('key');
    k.lineEditing = false;
    k.clock.pass(16);
    expect(k.text()).toBe('key<one><two>');
    expect(k.clock.waiting).toBe(0);
  });

  it('writes replies after a moment for whoever reads lines', () => {
    const k = kernel();
    k.lineEditing = true;
    k.input.reply('<one>');
    k.clock.pass(240);
    expect(k.text()).toBe('');
    k.clock.pass(30);
    expect(k.text()).toBe('<one>');
    expect(k.clock.waiting).toBe(0);
  });

  it('forgets replies when their program is over, and nothing that was typed', () => {
    const k = kernel();
    k.lineEditing = true;
    k.input.reply('<one>');
    k.clock.turn();
    k.input.write('key');
    k.input.forgetReplies();
    expect(k.clock.waiting).toBe(0);
    k.lineEditing = false;
    k.input.reply('<two>');
    k.clock.turn();
    expect(k.text()).toBe('key<two>');
  });

  it('drops a reply that nobody reads any more, and writes the others', () => {
    const k = kernel();
    const isRead = (modes: TtyModes) => !modes.lineEditing && modes.foreground !== 7;
    k.foreground = 8;
    k.input.reply('<one>', isRead);
    k.clock.turn();
    // The shell is back in front before the reply is written.
    k.input.reply('<two>', isRead);
    k.input.reply('<three>');
    k.foreground = 7;
    k.clock.turn();
    expect(k.text()).toBe('<one><three>');
    // Nor is it written to a program that reads lines, however long it waits.
    k.foreground = 8;
    k.lineEditing = true;
    k.input.reply('<four>', isRead);
    k.clock.pass(300);
    expect(k.text()).toBe('<one><three>');
    expect(k.clock.waiting).toBe(0);
    expect(k.input.takesReplies).toBe(true);
  });

  it('writes replies at once where the modes are not known', () => {
    const k = kernel();
    k.lineEditing = undefined;
    k.input.reply('<one>');
    k.clock.turn();
    expect(k.text()).toBe('<one>');
  });

  it('lets the event loop go on after 64 KiB, and joins many small pieces that wait', () => {
    const k = kernel();
    k.take = 0;
    for (let piece = 0; piece < 30_000; piece += 1) k.input.write('12345');
    k.take = Number.POSITIVE_INFINITY;
    const before = k.asked;
    const { waiting } = k.clock;
    expect(waiting).toBe(1);
    k.clock.pass(16);
    expect(k.text()).toBe('12345'.repeat(30_000));
    expect(k.asked - before).toBeLessThan(8);
  });
});
