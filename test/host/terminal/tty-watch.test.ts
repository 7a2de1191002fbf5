import { describe, expect, it } from 'vitest';
import type { ModesAnswer, TtyModes } from '../../../src/host/pty/modes/tty-modes.ts';
import { TtyWatch } from '../../../src/host/terminal/tty-watch.ts';
import { HandClock } from '../../support/hand-clock.ts';

const SHELL = 100;
const PROGRAM = 200;
const lines: TtyModes = { echo: true, lineEditing: true, foreground: PROGRAM };
const keys: TtyModes = { echo: false, lineEditing: false, foreground: PROGRAM };

function watching({ program = false, late = false } = {}) {
  const clock = new HandClock();
  const seen = {
    asked: 0,
    told: 0,
    settled: 0,
    modes: lines as TtyModes | undefined,
    groups: [SHELL, PROGRAM],
    name: undefined as string | undefined,
  };
  const answers: (() => void)[] = [];
  const askModes = (answer: ModesAnswer) => {
    seen.asked += 1;
    const { modes } = seen;
    if (late) answers.push(() => answer(modes));
    else answer(modes);
  };
  const onInfo = (now: boolean) => {
    if (now) seen.told += 1;
  };
  const groups = {
    exists: (group: number) => seen.groups.includes(group),
    program: (group: number) => seen.name ?? `program ${group}`,
  };
  const settled = () => {
    seen.settled += 1;
  };
  const output = { shells: { process: SHELL }, settled };
  const watch = new TtyWatch({ pid: SHELL, askModes }, { clock, program, onInfo, output }, groups);
  const now = () => ({ echoOff: watch.echoOff, lineEditing: watch.lineEditing });
  return { clock, seen, watch, now, answer: () => answers.shift()?.() };
}

describe('the watch of a terminal', () => {
  it('sees a password prompt, and its end, with the output', () => {
    const { seen, watch, now } = watching();
    seen.modes = { ...lines, echo: false };
    watch.check();
    expect(now()).toEqual({ echoOff: true, lineEditing: true });
    seen.modes = lines;
    watch.check();
    expect(now()).toEqual({ echoOff: false, lineEditing: true });
    expect(seen.told).toBe(2);
  });

  it('sees modes that are set after the last output or key, with one more look however much came before', () => {
    const { clock, seen, watch, now } = watching();
    for (let key = 0; key < 10; key += 1) {
      watch.checkSoon();
      clock.pass(20);
    }
    expect(seen.asked).toBe(0);
    seen.modes = { ...lines, echo: false };
    clock.pass(40);
    expect(seen.asked).toBe(1);
    expect(now().echoOff).toBe(true);
    // Its port is looked at later, and so is whether another one is in front.
    expect(clock.waiting).toBe(2);
  });

  it('names the program in front although an answer was under way when all had settled', () => {
    const { clock, seen, watch, answer } = watching({ late: true });
    watch.check();
    expect(seen.asked).toBe(1);
    clock.pass(40);
    answer();
    expect([seen.asked, watch.foreground]).toEqual([2, undefined]);
    answer();
    expect([watch.foreground, seen.settled]).toEqual([`program ${PROGRAM}`, 1]);
    expect(clock.waiting).toBe(2);
  });

  it('names a program that begins late and prints nothing, and asks no more once it is known', () => {
    const { clock, seen, watch } = watching();
    seen.modes = { ...lines, foreground: SHELL };
    watch.check();
    clock.pass(40);
    expect([watch.foreground, seen.settled]).toEqual([undefined, 1]);
    seen.modes = lines;
    clock.pass(160);
    expect([watch.foreground, seen.asked, seen.settled]).toEqual([`program ${PROGRAM}`, 3, 1]);
    clock.pass(10_000);
    // Once more, because a fork of the shell has its name until it becomes the program.
    expect(seen.asked).toBe(4);
    watch.atPrompt();
    seen.modes = { ...lines, foreground: SHELL };
    watch.check();
    clock.pass(40);
    watch.atPrompt();
    clock.pass(10_000);
    expect(seen.asked).toBe(6);
  });

  it('names the program that a fork of the shell has become after the first look', () => {
    const { clock, seen, watch } = watching();
    seen.name = 'bash';
    watch.check();
    clock.pass(40);
    expect(watch.foreground).toBe('bash');
    seen.name = 'cat';
    clock.pass(160);
    expect(watch.foreground).toBe('cat');
    clock.pass(10_000);
    expect([watch.foreground, seen.asked]).toEqual(['cat', 4]);
  });

  it('does not take the line editor of the shell for a program', () => {
    const { seen, watch, now } = watching();
    seen.modes = { ...keys, foreground: SHELL };
    watch.check();
    expect(now()).toEqual({ echoOff: false, lineEditing: true });
  });

  it('takes every reader of keys for one where no shell was started', () => {
    const { seen, watch, now } = watching({ program: true });
    seen.modes = { ...keys, foreground: SHELL };
    watch.check();
    expect(now().lineEditing).toBe(false);
  });

  it('remembers a program that reads keys while it computes, or lets another one read lines, until it is gone', () => {
    const { seen, watch, now } = watching();
    seen.modes = keys;
    watch.check();
    expect(now().lineEditing).toBe(false);
    seen.modes = { ...lines, foreground: 300 };
    watch.check();
    expect(now().lineEditing).toBe(false);
    seen.groups = [SHELL];
    watch.check();
    expect(now().lineEditing).toBe(true);
    expect(seen.told).toBe(2);
  });

  it('forgets all at the prompt, and asks nothing there', () => {
    const { clock, seen, watch, now } = watching();
    seen.modes = keys;
    watch.check();
    watch.atPrompt();
    expect(now()).toEqual({ echoOff: false, lineEditing: true });
    // Only the ports of what the command has left running are looked for.
    expect(clock.waiting).toBe(1);
  });

  it('has one question under way at a time, and heeds no answer from before the prompt', () => {
    const { seen, watch, now, answer } = watching({ late: true });
    seen.modes = keys;
    watch.check();
    watch.check();
    watch.check();
    expect(seen.asked).toBe(1);
    watch.atPrompt();
    answer();
    expect(now().lineEditing).toBe(true);
    expect(seen.asked).toBe(2);
    answer();
    expect(now().lineEditing).toBe(false);
    expect(seen.asked).toBe(2);
  });

  it('knows nothing where the modes are not known', () => {
    const { seen, watch, now } = watching();
    seen.modes = undefined;
    watch.check();
    expect(now()).toEqual({ echoOff: false, lineEditing: true });
    watch.close();
    watch.check();
    expect(seen.asked).toBe(1);
  });

  it('names the program in front when it has run for a moment, at once when it reads keys, and never the shell', () => {
    const { clock, seen, watch } = watching();
    watch.check();
    expect(watch.foreground).toBeUndefined();
    clock.pass(40);
    expect(watch.foreground).toBe('program 200');
    seen.modes = { ...keys, foreground: 300 };
    watch.check();
    expect(watch.foreground).toBe('program 300');
    seen.modes = { ...lines, foreground: SHELL };
    watch.check();
    clock.pass(40);
    expect(watch.foreground).toBeUndefined();
    seen.modes = lines;
    watch.checkSoon();
    clock.pass(40);
    watch.atPrompt();
    expect(watch.foreground).toBeUndefined();
  });
});
