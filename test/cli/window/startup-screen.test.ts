import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { complain } from '../../../src/cli/common/print.ts';
import { StartupScreen, withStartupScreen } from '../../../src/cli/window/startup-screen.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { fakeIo } from '../../support/fake-io.ts';

describe('the startup screen of a window', () => {
  test('shows where the tabs will be, and in the bar what is waited for', () => {
    const { screen } = setUp({ waitsFor: 'joining your host' });
    const lines = screen();
    expect(lines[0]).toBe(' +');
    expect(lines.at(-1)).toBe(' joining your host');
    expect(lines.slice(1, -1).join('')).toBe('');
  });

  test('gives the terminal back once', () => {
    const { startup, out } = setUp();
    const before = out();
    startup.leave();
    const after = out();
    expect(after.slice(before.length)).toMatch(/\x1b\[\?1049l\x1b\[23;0t$/);
    startup.leave();
    expect(startup.giveToWindow()).toBe(false);
    expect(out()).toBe(after);
  });

  test('leaves the terminal to the window as it is', () => {
    const { startup, out, owner } = setUp();
    const before = out();
    expect(startup.giveToWindow()).toBe(true);
    startup.leave();
    expect(out()).toBe(before);
    expect(owner.eventNames()).toEqual([]);
  });

  test('is gone before anything is said', () => {
    const { startup, out, err } = setUp();
    complain(startup.io, 'no host answers');
    expect(out()).toContain('\x1b[?1049l');
    expect(err()).toBe('cotty: no host answers\n');
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('is gone after %s, which ends the process', (signal, code) => {
    const { out, owner } = setUp();
    owner.emit(signal);
    expect(out()).toContain('\x1b[?1049l');
    expect(owner.done).toEqual([`exit ${code}`]);
  });

  test('is gone before Ctrl+Z stops the process', () => {
    const { out, owner } = setUp();
    owner.emit('SIGTSTP');
    expect(out()).toContain('\x1b[?1049l');
    expect(owner.done).toEqual(['SIGSTOP 7']);
  });

  test('lets an address say nothing to the terminal, and cuts it at the edge', () => {
    const { out, screen } = setUp({ waitsFor: `connecting to ws://\x1b]0;evil\x07${'x'.repeat(200)}` });
    expect(out()).not.toContain('\x07');
    const lines = screen();
    expect(lines.at(-1)).toMatch(/^ connecting to ws:\/\/\]0;evilx+$/);
    expect(lines.at(-1)).toHaveLength(79);
  });

  test('asks for no colours where there are none, and for no titles on the bare console', () => {
    const { out } = setUp({ env: { TERM: 'linux', NO_COLOR: '1' } });
    expect(out()).not.toContain('\x1b[90m');
    expect(out()).not.toContain('\x1b[22;0t');
  });

  test('ends with what opens the window, also by an error', async () => {
    const { io, out } = fakeIo({ tty: true });
    const broken = withStartupScreen(io, '', () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(out()).toContain('\x1b[?1049l');
    expect(
      await withStartupScreen(io, '', (startup) => Promise.resolve(startup.giveToWindow() ? 3 : 4)),
    ).toBe(3);
  });
});

/** A process that tells what is done to it. */
class Owner extends EventEmitter {
  readonly pid = 7;
  readonly done: string[] = [];
  exit(code: number): void {
    this.done.push(`exit ${code}`);
  }
  kill(pid: number, signal: string): void {
    this.done.push(`${signal} ${pid}`);
  }
}

function setUp({ waitsFor = 'x', env = {} }: { waitsFor?: string; env?: Record<string, string> } = {}) {
  const { io, out, err } = fakeIo({ tty: true, env });
  const owner = new Owner();
  const startup = new StartupScreen(io, waitsFor, owner);
  const screen = () => {
    const emulator = new Emulator({ cols: 80, rows: 24, scrollback: 0 });
    emulator.write(out());
    return Array.from({ length: 24 }, (_, row) => emulator.row(row).chars.join('').trimEnd());
  };
  return { startup, out, err, owner, screen };
}
