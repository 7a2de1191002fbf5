import { describe, expect, it } from 'vitest';
import { AwayEntry } from '../../../src/host/run/away-entry.ts';
import { Places } from '../../../src/host/run/places.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { HandClock } from '../../support/hand-clock.ts';

const READS = '\x1b[?2004h';

function start({ marksInside = true, isPersons = true } = {}) {
  const clock = new HandClock();
  const places = new Places(undefined);
  const screen = new Emulator({ cols: 40, rows: 5, scrollback: 10 });
  /** What is told how each loading went that has begun. */
  const begun: ((loaded: 'marks' | 'other' | 'silent') => void)[] = [];
  const state = { isHalfTyped: false };
  const entry = new AwayEntry(
    {
      clock,
      places,
      marksInside: () => marksInside,
      isPersons: () => isPersons,
      screen: () => screen,
      onInfo: () => {},
      log: () => {},
    },
    Object.assign(state, { begin: (over: (typeof begun)[number]) => begun.push(over) }),
  );
  const print = (text: string) => {
    screen.write(text);
    entry.printed(text);
  };
  return { clock, places, begun, state, entry, print };
}

/** At its prompt, with the question put. */
function asking(options = {}) {
  const at = start(options);
  at.entry.began('ssh box', 'user:ada');
  at.print(`motd\r\n${READS}$ `);
  at.entry.settled(true);
  return at;
}

describe('the entry of a shell elsewhere', () => {
  it.each([
    ['marks', 'yes', undefined],
    ['other', 'no', 'the shell of ssh box is not bash, zsh or fish, so it cannot have blocks'],
    [
      'silent',
      undefined,
      'no bash, zsh or fish has answered in ssh box (sh, stty and dd are needed there, too)',
    ],
  ] as const)('asks where a line editor reads, and begins only after a yes: %s', (loaded, kept, why) => {
    const { entry, begun, places } = asking();
    expect([entry.asks, begun.length]).toEqual(['ssh box', 0]);
    const done: (string | undefined)[] = [];
    entry.answered('yes', (reason) => done.push(reason));
    expect([begun.length, done.length]).toEqual([1, 0]);
    begun[0]?.(loaded);
    expect([done, places.answer('ssh box'), entry.asks]).toEqual([[why], kept, undefined]);
  });

  it('types nothing whatever is printed, where no answer was given', () => {
    const { entry, print, begun } = asking();
    for (let more = 0; more < 3; more += 1) {
      print(`${READS}$ \x1b]633;P;Probe=5.2//;~0123456789abcdef\x07`);
      entry.settled(true);
    }
    expect(begun).toEqual([]);
    entry.ended();
    entry.answered('yes', (why) => expect(why).toBe('this question is no longer open'));
    expect(begun).toEqual([]);
  });

  it('waits for a quiet moment behind a prompt where nothing announces one, not behind other text', () => {
    const at = start();
    at.entry.began('ssh box', undefined);
    at.print('Loading:');
    at.entry.settled(true);
    at.clock.pass(400);
    expect(at.entry.asks).toBeUndefined();
    at.print('\r\nada@box:~$ ');
    at.entry.settled(true);
    at.clock.pass(399);
    expect(at.entry.asks).toBeUndefined();
    at.clock.pass(1);
    expect(at.entry.asks).toBe('ssh box');
  });

  it.each([
    ['for an agent', 'ssh box', 'agent:bob', {}],
    ['in a terminal that an agent holds', 'ssh box', 'user:ada', { isPersons: false }],
    ['where it is switched off', 'ssh box', 'user:ada', { marksInside: false }],
    ['about a name with control characters', "ssh $'b\x1b[2Jox'", 'user:ada', {}],
    ['about a name of several words', "ssh 'box yes'", 'user:ada', {}],
    ['about a shell here', 'bash', 'user:ada', {}],
  ])('asks nothing %s', (_, line, writer, options) => {
    const { entry, print } = start(options);
    entry.began(line, writer);
    print(`${READS}$ `);
    entry.settled(true);
    expect(entry.asks).toBeUndefined();
  });

  it('asks nothing on a full screen, before ssh has the keys, and while a line is half typed', () => {
    const at = start();
    at.entry.began('ssh box', undefined);
    at.print(`${READS}password: `);
    at.entry.settled(false);
    expect(at.entry.asks).toBeUndefined();
    at.state.isHalfTyped = true;
    at.entry.settled(true);
    expect(at.entry.asks).toBeUndefined();
    at.state.isHalfTyped = false;
    at.print(`\x1b[?1049h${READS}tmux$ `);
    at.entry.settled(true);
    expect(at.entry.asks).toBeUndefined();
  });

  it('withdraws the question when somebody goes on typing', () => {
    const { entry, places } = asking();
    entry.typed();
    expect([entry.asks, places.answer('ssh box')]).toEqual([undefined, undefined]);
  });

  it('types at once where yes is remembered, and never after a no', () => {
    const at = start();
    at.places.keep('ssh box', 'yes');
    for (const answer of ['yes', 'no'] as const) {
      at.places.keep('ssh box', answer);
      at.entry.began('ssh box', 'user:ada');
      at.print(`${READS}$ `);
      at.entry.settled(true);
    }
    expect([at.begun.length, at.entry.asks]).toEqual([1, undefined]);
  });

  it.each([
    ['by an agent', 'agent:bob', {}],
    ['in a terminal that an agent holds', 'user:ada', { isPersons: false }],
  ])('types nothing where the machine is entered %s, though yes is remembered', (_, writer, options) => {
    const at = start(options);
    at.places.keep('ssh box', 'yes');
    at.entry.began('ssh box', writer);
    at.print(`${READS}$ `);
    at.entry.settled(true);
    expect([at.begun, at.entry.asks]).toEqual([[], undefined]);
  });
});
