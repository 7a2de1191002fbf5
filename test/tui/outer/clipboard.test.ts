import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ClipboardCapabilities,
  clipboardRoutes,
  copy,
  osc52,
  osc52Limit,
  runTool,
  saveCopied,
} from '../../../src/tui/outer/clipboard.ts';

const facts: ClipboardCapabilities = {
  program: 'xterm',
  tmux: false,
  screen: false,
  ssh: true,
  bareConsole: false,
  clipboard: false,
  env: {},
  platform: 'linux',
};
const plain = '\x1b]52;c;aMOp\x07';

describe('copy', () => {
  test('goes through the terminal by OSC 52 and says so', async () => {
    const { acts, written } = setUp();
    expect(await copy('hé', facts, acts)).toBe('OSC 52');
    expect(written).toEqual([plain]);
  });

  test('keeps a text in a file that the terminal cannot carry or would drop', async () => {
    const { acts, written, saved } = setUp();
    const long = 'x'.repeat(osc52Limit);
    expect(await copy(long, facts, acts)).toBe('file /run/copied.txt');
    expect(await copy('x', { ...facts, program: 'Apple_Terminal' }, acts)).toBe('file /run/copied.txt');
    expect(await copy('y', { ...facts, env: { VTE_VERSION: '7600' } }, acts)).toBe('file /run/copied.txt');
    expect(await copy('z', { ...facts, env: { VTE_VERSION: '7600' }, clipboard: true }, acts)).toBe('OSC 52');
    expect(saved).toEqual([long, 'x', 'y']);
    expect(written.length).toBe(1);
  });

  test('asks a tool of this machine first where the person sits at it, and goes on when there is none', async () => {
    const local = { ...facts, ssh: false, env: { WAYLAND_DISPLAY: 'wayland-0' } };
    expect(await copy('x', local, setUp(true).acts)).toBe('wl-copy');
    expect(await copy('x', local, setUp(false).acts)).toBe('OSC 52');
    expect(await copy('x', { ...local, program: 'Apple_Terminal' }, setUp(false).acts)).toBe(
      'file /run/copied.txt',
    );
  });
});

describe('clipboardRoutes', () => {
  test('never asks a tool over ssh, whose clipboard is another one, nor where OSC 52 is sure', () => {
    const kinds = (over: Partial<ClipboardCapabilities>) =>
      clipboardRoutes('x', { ...facts, platform: 'darwin', ...over }).map((route) => route.kind);
    expect(kinds({})).toEqual(['osc52']);
    expect(kinds({ ssh: false })).toEqual(['tool', 'osc52']);
    expect(kinds({ ssh: false, clipboard: true })).toEqual(['osc52']);
  });
});

describe('osc52', () => {
  test('speaks to tmux itself and through it', () => {
    expect(osc52('hé', { tmux: true, screen: false })).toBe(`${plain}\x1bPtmux;\x1b\x1b]52;c;aMOp\x07\x1b\\`);
  });

  test('cuts what goes through GNU screen into pieces it hands on', () => {
    const wrapped = osc52('x'.repeat(3000), { tmux: false, screen: true }) ?? '';
    const pieces = [...wrapped.matchAll(/\x1bP([^\x1b]*(?:\x1b[^\\][^\x1b]*)*)\x1b\\/g)].map(
      (match) => match[1] ?? '',
    );
    expect(pieces.join('')).toBe(osc52('x'.repeat(3000), { tmux: false, screen: false }));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(768);
  });

  test('refuses what is longer than terminals take', () => {
    expect(osc52('x'.repeat((osc52Limit / 4) * 3), facts)).toBeDefined();
    expect(osc52('x'.repeat((osc52Limit / 4) * 3 + 1), facts)).toBeUndefined();
  });
});

describe('saveCopied', () => {
  test('writes a file only its owner can read, and replaces it next time', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'cotty-copy-')), 'sub');
    const path = await saveCopied(folder, 'one');
    expect(await saveCopied(folder, 'two')).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['copied.txt']);
  });

  test('does not write through a link that somebody put there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cotty-copy-'));
    writeFileSync(join(folder, 'theirs'), 'safe');
    symlinkSync(join(folder, 'theirs'), join(folder, 'copied.txt'));
    await saveCopied(folder, 'secret');
    expect(readFileSync(join(folder, 'theirs'), 'utf8')).toBe('safe');
  });
});

describe('runTool', () => {
  test('says whether the tool took the text', async () => {
    expect(await runTool('sh', ['-c', 'read line && [ "$line" = copied ]'], 'copied\n')).toBe(true);
    expect(await runTool('sh', ['-c', 'exit 3'], 'x')).toBe(false);
    expect(await runTool('cotty-no-such-tool', [], 'x')).toBe(false);
  });
});

function setUp(toolWorks = false) {
  const written: string[] = [];
  const saved: string[] = [];
  const acts = {
    write: (bytes: string) => void written.push(bytes),
    runTool: () => Promise.resolve(toolWorks),
    save: (text: string) => {
      saved.push(text);
      return Promise.resolve('/run/copied.txt');
    },
  };
  return { acts, written, saved };
}
