import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import type { MirroredModes } from '../../../src/tui/outer/outer-modes.ts';
import { type ForegroundProgram, OuterTerminal } from '../../../src/tui/outer/outer-terminal.ts';
import { FakeStdin, FakeStdout } from './fake-tty.ts';

const quiet: MirroredModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  mouse: 'none',
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
};

const foregroundProgram: ForegroundProgram = {
  end: () => Promise.resolve(),
  stopped: () => Promise.resolve(true),
};

describe('OuterTerminal', () => {
  test('takes the terminal over in one go: alternate screen, raw mode, pastes, focus, mouse', () => {
    const { outer, stdin, stdout } = setUp();
    outer.enter();
    expect(stdin.raw).toBe(true);
    expect(stdin.paused).toBe(false);
    expect(stdout.take()).toBe(
      '\x1b[22;0t\x1b[?1049h\x1b[0m\x1b[2J\x1b[H\x1b[?7l\x1b[?2004h\x1b[?1004h\x1b[?1002h\x1b[?1006h',
    );
  });

  test('remembers title and screen only once when it takes them over from a startup screen', () => {
    let isThere = true;
    const takeOver = () => {
      const was = isThere;
      isThere = false;
      return was;
    };
    const { outer, stdout } = setUp({ takeOver });
    outer.enter();
    expect(stdout.take()).toMatch(/^\x1b\[0m\x1b\[2J\x1b\[H\x1b\[\?7l\x1b\[\?2004h/);
    outer.leave();
    expect(stdout.take()).toMatch(/\x1b\[\?1049l\x1b\[23;0t$/);
    outer.enter();
    expect(stdout.take()).toMatch(/^\x1b\[22;0t\x1b\[\?1049h/);
  });

  test('enters once and leaves once, however often it is told', () => {
    const { outer, stdin, stdout } = setUp();
    outer.leave();
    expect(stdout.take()).toBe('');
    outer.enter();
    stdout.take();
    outer.enter();
    expect(stdout.take()).toBe('');
    outer.leave();
    expect(stdout.take()).toMatch(/\x1b\[\?1049l\x1b\[23;0t$/);
    expect(stdin.raw).toBe(false);
    outer.leave();
    outer.leaveNow();
    outer.close();
    outer.close();
    expect(stdout.take()).toBe('');
  });

  test('clears the status of programs on every way out', () => {
    const terminals = [
      {
        resource: 'ahp-terminal:/a',
        title: 'a',
        claim: { kind: 'client', clientId: 'c' },
        lifecycle: { status: 'running' },
        _meta: { 'x-cotty': { program: { id: '', state: 'working', since: 1, by: 'report' } } },
      },
    ] as const;
    const ways: readonly ((outer: OuterTerminal) => void)[] = [
      (outer) => outer.leave(),
      (outer) => outer.leaveNow(),
      (outer) => outer.lend(foregroundProgram),
      (outer) => outer.close(),
    ];
    for (const leave of ways) {
      const { outer, stdout } = setUp();
      outer.enter();
      stdout.take();
      outer.setStatus(terminals);
      expect(stdout.take()).toBe('\x1b]7501;state=working:id=cotty/a:title=YQ==\x1b\\');
      leave(outer);
      expect(stdout.take()).toContain('\x1b]7501;state=clear:id=cotty\x1b\\');
      outer.setStatus(terminals);
      expect(stdout.take()).toBe('');
    }
  });

  test('stays away from the terminal while it is lent', () => {
    const { outer, stdin, stdout } = setUp();
    outer.enter();
    outer.lend(foregroundProgram);
    stdout.take();
    outer.enter();
    outer.write('x');
    expect(outer.foregroundProgram).toBe(foregroundProgram);
    expect(stdin.raw).toBe(false);
    expect(stdout.take()).toBe('');
    outer.takeBack();
    expect(stdin.raw).toBe(true);
    expect(stdout.take()).toContain('\x1b[?1049h');
    expect(outer.foregroundProgram).toBeUndefined();
  });

  test('puts right what a foreground program left when it closes', () => {
    const { outer, stdout } = setUp();
    outer.enter();
    outer.lend(foregroundProgram);
    stdout.take();
    outer.close();
    expect(stdout.take()).toMatch(/\x1b\[\?1l.*\x1b\[\?1049l$/s);
  });

  test('mirrors only what differs', () => {
    const { outer, stdout } = setUp();
    outer.enter();
    stdout.take();
    outer.mirror(quiet);
    expect(stdout.take()).toBe('');
    outer.mirror({ ...quiet, applicationCursorKeys: true, applicationKeypad: true });
    expect(stdout.take()).toBe('\x1b[?1h\x1b=');
    outer.mirror({ ...quiet, applicationCursorKeys: true, applicationKeypad: true, mouse: 'any' });
    expect(stdout.take()).toBe('\x1b[?1002l\x1b[?1003h');
    outer.mirror(undefined);
    expect(stdout.take()).toBe('\x1b[?1l\x1b>\x1b[?1003l\x1b[?1002h');
  });

  test('keeps our own drags while a program wants less, and gives the mouse back when told to', () => {
    const { outer, stdout } = setUp();
    outer.enter();
    stdout.take();
    outer.mirror({ ...quiet, mouse: 'x10' });
    expect(stdout.take()).toBe('');
    outer.setMouse(false);
    expect(stdout.take()).toBe('\x1b[?1002l\x1b[?1000h');
    outer.mirror(undefined);
    expect(stdout.take()).toBe('\x1b[?1000l\x1b[?1006l');
  });

  test('switches the mouse off before it leaves, whatever is wanted then, and on again when it is back', () => {
    const { outer, stdout } = setUp();
    outer.enter();
    stdout.take();
    outer.prepareToLeave();
    expect(stdout.take()).toBe('\x1b[?1002l\x1b[?1006l\x1b[c');
    outer.mirror({ ...quiet, mouse: 'any' });
    expect(stdout.take()).toBe('');
    outer.lend(foregroundProgram);
    outer.takeBack();
    expect(stdout.take()).toContain('\x1b[?1003h');
  });

  test('uses kitty keys for itself once they are known, never for a program that did not ask, and pops them', () => {
    const { outer, stdout } = setUp({ kittyFlags: 1 });
    outer.enter();
    stdout.take();
    outer.learnKitty();
    outer.learnKitty();
    expect(stdout.take()).toBe('\x1b[>0u\x1b[=1;1u');
    outer.mirror(quiet);
    expect(stdout.take()).toBe('\x1b[=0;1u');
    outer.mirror({ ...quiet, kittyKeyboard: 5 });
    expect(stdout.take()).toBe('\x1b[=5;1u');
    outer.leave();
    expect(stdout.take()).toMatch(/\x1b\[<u.*\x1b\[\?1049l/s);
    outer.enter();
    expect(stdout.take()).toContain('\x1b[>0u\x1b[=5;1u');
  });

  test('asks a terminal without kitty keys for modifyOtherKeys while a program wants either, and resets it', () => {
    const { outer, stdout } = setUp({ kittyFlags: 1 });
    outer.enter();
    stdout.take();
    outer.mirror({ ...quiet, modifyOtherKeys: 1 });
    expect(stdout.take()).toBe('\x1b[>4;1m');
    outer.mirror({ ...quiet, kittyKeyboard: 5 });
    expect(stdout.take()).toBe('\x1b[>4;2m');
    outer.mirror({ ...quiet, kittyKeyboard: 2 });
    expect(stdout.take()).toBe('\x1b[>4m');
    outer.mirror({ ...quiet, modifyOtherKeys: 2 });
    outer.leave();
    expect(stdout.take()).toMatch(/\x1b\[>4;2m.*\x1b\[>4m.*\x1b\[\?1049l/s);
    outer.enter();
    expect(stdout.take()).toContain('\x1b[>4;2m');
    outer.learnKitty();
    expect(stdout.take()).toBe('\x1b[>0u\x1b[=5;1u\x1b[>4m');
  });

  test.each([
    { bareConsole: true, kittyKeyboard: false, program: 'linux' },
    { bareConsole: false, kittyKeyboard: false, program: 'Apple_Terminal' },
  ])('never asks %o for modifyOtherKeys, which would show it', (capabilities) => {
    const { outer, stdout } = setUp({ capabilities });
    outer.enter();
    stdout.take();
    outer.mirror({ ...quiet, modifyOtherKeys: 2 });
    expect(stdout.take()).toBe('');
  });

  test('puts the bytes of leaving behind a frame that is still in the queue', () => {
    const { outer, stdout, urgent } = setUp();
    outer.enter();
    stdout.take();
    stdout.stalled = true;
    outer.write('frame');
    expect(outer.blocked).toBe(true);
    outer.leave();
    stdout.drain();
    expect(stdout.take()).toMatch(/^frame\x1b\\.*\x1b\[\?1049l/s);
    outer.leaveNow();
    expect(urgent()).toBe('');
  });

  test('tells when the terminal has taken all, however little that was', () => {
    const { outer, stdout } = setUp();
    let taken = 0;
    outer.enter();
    outer.onTaken(() => (taken += 1));
    stdout.stalled = true;
    outer.write('one');
    outer.write('two');
    expect([taken, outer.blocked]).toEqual([0, true]);
    stdout.drain();
    expect(taken).toBeGreaterThan(0);
    expect(outer.blocked).toBe(false);
  });

  test('is not taken again after the end', () => {
    const { outer, stdin, stdout } = setUp();
    outer.enter();
    outer.close();
    stdout.take();
    outer.enter();
    expect([stdout.take(), stdin.raw]).toEqual(['', false]);
  });

  test('goes past the queue when there is no later', () => {
    const { outer, stdout, urgent } = setUp();
    outer.enter();
    stdout.stalled = true;
    outer.write('\x1b[38;2;1');
    outer.leave();
    outer.leaveNow();
    expect(urgent()).toMatch(/^\x1b\\.*\x1b\[\?1049l/s);
    outer.leaveNow();
    expect(urgent()).toBe('');
  });

  test('writes nothing to a terminal that has gone, and says so once', () => {
    const { outer, stdin, stdout, urgent } = setUp();
    let lost = 0;
    outer.onLost(() => (lost += 1));
    outer.enter();
    stdout.take();
    stdin.setRawMode = () => {
      throw new Error('EIO');
    };
    stdout.emit('error', new Error('EIO'));
    stdin.emit('error', new Error('EIO'));
    stdin.emit('end');
    outer.write('frame');
    outer.leave();
    expect(lost).toBe(1);
    expect(stdout.take() + urgent()).toBe('');
  });

  test('sets the title once, cleaned, and again after it came back', () => {
    const { outer, stdout } = setUp();
    outer.enter();
    stdout.take();
    outer.setTitle('make\x1b]52;c;eA==\x07\u202e done\n');
    outer.setTitle('make\x1b]52;c;eA==\x07\u202e done\n');
    expect(stdout.take()).toBe('\x1b]2;make]52;c;eA== done\x1b\\');
    outer.leave();
    stdout.take();
    outer.enter();
    expect(stdout.take()).toContain('\x1b]2;make]52;c;eA== done\x1b\\');
  });

  test('takes over colours of cursor and selection, changes only those that differ, and puts them back on leaving', () => {
    const { outer, stdout } = setUp();
    outer.setColors({ cursor: 0x102030 });
    outer.enter();
    expect(stdout.take()).toContain('\x1b]12;rgb:1010/2020/3030\x1b\\');
    outer.setColors({ cursor: 0x102030, selection: 0xff0000 });
    expect(stdout.take()).toBe('\x1b]17;rgb:ffff/0000/0000\x1b\\');
    outer.setColors({ selection: 0xff0000, selectedText: 0 });
    expect(stdout.take()).toBe('\x1b]112\x1b\\\x1b]19;rgb:0000/0000/0000\x1b\\');
    outer.leaveNow();
    expect(stdout.take()).toMatch(/\x1b\]117\x1b\\\x1b\]119\x1b\\$/);
    outer.enter();
    expect(stdout.take()).toContain('\x1b]17;rgb:ffff/0000/0000\x1b\\');
    outer.setColors({});
    stdout.take();
    outer.leave();
    expect(stdout.take()).not.toContain('\x1b]11');
  });

  test('sends the bare console no titles, title stack or cursor shapes', () => {
    const { outer, stdout } = setUp({
      capabilities: { bareConsole: true, kittyKeyboard: false, program: 'linux' },
    });
    outer.enter();
    outer.setTitle('x');
    outer.setColors({ cursor: 1 });
    outer.leave();
    expect(stdout.take()).not.toMatch(/\x1b\]1?1?2;?|\x1b\[2[23];0t|\x1b\[0 q/);
  });

  test('takes 80 × 24 where the terminal does not know its size', () => {
    const { outer, stdout } = setUp();
    stdout.columns = 0;
    stdout.rows = 0;
    expect(outer.size).toEqual({ cols: 80, rows: 24 });
  });

  test('leaves the terminal as it was, whatever was mirrored, painted and torn in between', () => {
    fc.assert(
      fc.property(fc.array(act(), { maxLength: 12 }), (acts) => {
        const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 10 });
        emulator.write('\x1b]2;shell\x07$ cotty\r\n');
        const before = factsOf(emulator);
        const { outer, stdout } = setUp({ kittyFlags: 1 });
        outer.enter();
        for (const one of acts) one(outer);
        expect(withEmulator(emulator, stdout).alternate).toBe(true);
        outer.leave();
        expect(factsOf(withEmulator(emulator, stdout))).toEqual(before);
        emulator.close();
      }),
      { numRuns: 300 },
    );
  });
});

type Act = (outer: OuterTerminal) => void;

function act(): fc.Arbitrary<Act> {
  const modes: fc.Arbitrary<MirroredModes | undefined> = fc.option(
    fc.record({
      applicationCursorKeys: fc.boolean(),
      applicationKeypad: fc.boolean(),
      mouse: fc.constantFrom(
        'none' as const,
        'x10' as const,
        'vt200' as const,
        'drag' as const,
        'any' as const,
      ),
      kittyKeyboard: fc.nat(31),
      modifyOtherKeys: fc.constantFrom(0 as const, 1 as const, 2 as const),
    }),
    { nil: undefined },
  );
  const frames = [
    '\x1b[?2026h\x1b[?25l',
    '\x1b[6 q',
    '\x1b[1;31mx',
    '\x1b[3;4Hx',
    '\x1b[38;2;1',
    '\x1b]2;tor',
  ];
  return fc.oneof(
    modes.map(
      (mode): Act =>
        (outer) =>
          outer.mirror(mode),
    ),
    fc.constantFrom(...frames).map(
      (bytes): Act =>
        (outer) =>
          outer.write(bytes),
    ),
    fc.boolean().map(
      (on): Act =>
        (outer) =>
          outer.setMouse(on),
    ),
    fc.constant<Act>((outer) => outer.learnKitty()),
  );
}

/** Everything a person would notice at the prompt. */
function factsOf(emulator: Emulator) {
  const { alternate, modes, cursor } = emulator;
  const screen = Array.from({ length: emulator.length }, (_, line) =>
    emulator.row(line).chars.join('').trimEnd(),
  );
  emulator.write('\x1b7z\x1b8');
  const styles = emulator.row(emulator.base + cursor.y).styles[cursor.x];
  emulator.write('\x1b[X');
  return { alternate, modes, cursor, screen, styles };
}

function withEmulator(emulator: Emulator, stdout: FakeStdout): Emulator {
  emulator.write(stdout.take());
  return emulator;
}

function setUp(over: Partial<ConstructorParameters<typeof OuterTerminal>[0]> = {}) {
  const stdin = new FakeStdin();
  const stdout = new FakeStdout();
  let past = '';
  const outer = new OuterTerminal({
    stdin,
    stdout,
    writeNow: (text) => {
      if (stdout.stalled) past += text;
      else stdout.shown += text;
    },
    capabilities: { bareConsole: false, kittyKeyboard: undefined, program: '' },
    mouse: true,
    kittyFlags: 0,
    ...over,
  });
  const urgent = () => {
    const bytes = past;
    past = '';
    return bytes;
  };
  return { outer, stdin, stdout, urgent };
}
