import { afterEach, describe, expect, it } from 'vitest';
import { SttyShell } from '../../../../src/host/pty/modes/stty-shell.ts';
import {
  layoutOf,
  loadTermios,
  TtyModeReader,
  type TtyModes,
} from '../../../../src/host/pty/modes/tty-modes.ts';
import { spawnPty } from '../../../../src/host/pty/pty.ts';
import type { Pty } from '../../../../src/host/pty/pty-port.ts';

const ways = {
  'system calls': () => new TtyModeReader(),
  stty: () => new TtyModeReader(() => Promise.resolve(undefined)),
};

const children: Pty[] = [];

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end()));
});

/** A program on a terminal of its own, which takes lines of commands. */
function shell() {
  const env = { PATH: process.env['PATH'] ?? '', PS1: '' };
  const spawned = spawnPty({ file: '/bin/sh', args: [], env, cwd: '/', cols: 80, rows: 24 });
  if (!spawned.ok || spawned.pty.master === undefined) throw new Error('no pty');
  const { pty: child } = spawned;
  children.push(child);
  const tty = { ...spawned.pty.master, leader: child.pid ?? 0 };
  const ask = (reader: TtyModeReader, isOpen = true) =>
    new Promise<TtyModes | undefined>((resolve) => reader.ask(tty, () => isOpen, resolve));
  return { child, ask };
}

describe.each(Object.entries(ways))('the modes of a terminal, by %s', (name, newReader) => {
  it.each([
    ['stty echo icanon', { echo: true, lineEditing: true }],
    ['stty -echo icanon', { echo: false, lineEditing: true }],
    ['stty echo -icanon', { echo: true, lineEditing: false }],
    ['stty raw -echo', { echo: false, lineEditing: false }],
  ])('are what `%s` has set', async (command, expected) => {
    const reader = newReader();
    const { child, ask } = shell();
    child.write(`${command}\n`);
    await expect.poll(() => ask(reader)).toMatchObject(expected);
  });

  it.runIf(name === 'system calls' || process.platform === 'linux')(
    'come with the process group in the foreground',
    async () => {
      const reader = newReader();
      const { child, ask } = shell();
      // The child takes its terminal right after the fork.
      await expect.poll(() => ask(reader)).toMatchObject({ foreground: child.pid });
      child.write('set -m; sleep 100\n');
      await expect.poll(async () => (await ask(reader))?.foreground).not.toBe(child.pid);
    },
  );

  it('are not known of a terminal that is closed meanwhile', async () => {
    expect(await shell().ask(newReader(), false)).toBeUndefined();
  });
});

describe('the modes and the group in the foreground', () => {
  it('are of the same moment: they are read again when another group comes to the foreground meanwhile', async () => {
    // The shell at its prompt reads keys; then a program is in front, which does not.
    const fronts = [100, 200, 200, 200];
    const raw = [true, false];
    const reader = new TtyModeReader(async () => ({
      foreground: () => fronts.shift(),
      modes: () => ({ echo: false, lineEditing: raw.shift() !== true }),
    }));
    const tty = { fd: 0, path: '/dev/null', leader: 1 };
    const answer = await new Promise((resolve) => reader.ask(tty, () => true, resolve));
    expect(answer).toEqual({ echo: false, lineEditing: true, foreground: 200 });
  });
});

describe('the layout of the modes', () => {
  it('is known for the systems with a build of the library, and for no other', () => {
    expect(layoutOf('linux', 'x64')).toEqual(layoutOf('linux', 'arm64'));
    expect(layoutOf('darwin', 'arm64')).not.toEqual(layoutOf('linux', 'arm64'));
    expect(layoutOf('linux', 'mips')).toBeUndefined();
    expect(layoutOf('win32', 'x64')).toBeUndefined();
  });

  it('is asked of terminals only', async () => {
    const termios = await loadTermios();
    expect(termios?.modes(-1)).toBeUndefined();
    expect(termios?.foreground(-1)).toBeUndefined();
  });
});

describe('the shell that runs stty', () => {
  it('is one process for many questions, and looks at a terminal once for all who asked meanwhile', async () => {
    // The first answer of each process is another one than the rest.
    const loop = 'echo=-echo; while read -r tty; do echo "$echo icanon;"; printf "\\n.\\n"; echo=echo; done';
    const stty = new SttyShell(undefined, ['/bin/sh', '-c', loop]);
    const ask = (path: string) => new Promise((resolve) => stty.ask(path, resolve));
    const first = await ask('/dev/a');
    const later = await Promise.all(['/dev/a', '/dev/b', '/dev/a'].map(ask));
    const more = await ask('/dev/a');
    expect(first).toEqual({ echo: false, lineEditing: true });
    expect([...later, more]).toEqual(Array(4).fill({ echo: true, lineEditing: true }));
  });

  it('answers that nothing is known when it cannot start, dies, or says nothing that it understands', async () => {
    const answerOf = (command: readonly [string, ...string[]]) =>
      new Promise((resolve) => new SttyShell(undefined, command).ask('/dev/tty', resolve));
    expect(await answerOf(['/no/such/program'])).toBeUndefined();
    expect(await answerOf(['/bin/sh', '-c', 'exit 1'])).toBeUndefined();
    expect(await answerOf(['/bin/sh', '-c', 'read x; yes'])).toBeUndefined();
    expect(await answerOf(['/bin/sh', '-c', 'read x; exec sleep 100'])).toBeUndefined();
  });
});
