import { describe, expect, it } from 'vitest';
import { type HistoryShell, historyLines } from '../../../src/shell/history/history-text.ts';

const read = (shell: HistoryShell, text: string | Uint8Array) => [
  ...historyLines(shell, typeof text === 'string' ? new TextEncoder().encode(text) : text),
];

describe("bash's history file", () => {
  it('has a command a line without times', () => {
    expect(read('bash', 'ls\necho "a\n#12 is a comment\nmake')).toEqual([
      { line: 'ls' },
      { line: 'echo "a' },
      { line: '#12 is a comment' },
      { line: 'make' },
    ]);
  });

  it('has a time before each command with HISTTIMEFORMAT, and commands over several lines', () => {
    expect(read('bash', '#1700000000\nls\n#1700000001\nfor f in *; do\n  echo $f\ndone\n')).toEqual([
      { line: 'ls', at: 1_700_000_000_000 },
      { line: 'for f in *; do\n  echo $f\ndone', at: 1_700_000_001_000 },
    ]);
  });

  it('keeps commands apart that were written before the times were', () => {
    expect(read('bash', 'old\nolder\n#1700000000\nnew\nlast\n')).toEqual([
      { line: 'old' },
      { line: 'older' },
      { line: 'new', at: 1_700_000_000_000 },
      { line: 'last' },
    ]);
  });

  it('may be empty', () => {
    expect(read('bash', '')).toEqual([]);
  });
});

describe("zsh's history file", () => {
  it('has plain lines, and times with EXTENDED_HISTORY', () => {
    expect(read('zsh', 'ls\n: 1700000000:12;make all; echo: done\n')).toEqual([
      { line: 'ls' },
      { line: 'make all; echo: done', at: 1_700_000_000_000 },
    ]);
  });

  it('has a backslash before each line break of a command', () => {
    expect(read('zsh', ': 1700000000:0;for f in *\\\ndo echo $f\\\ndone\nls\n')).toEqual([
      { line: 'for f in *\ndo echo $f\ndone', at: 1_700_000_000_000 },
      { line: 'ls' },
    ]);
  });

  it('has bytes that mean something to zsh behind a meta byte', () => {
    // As zsh 5.9 writes `echo „ß“ 🙂`.
    const written = '6563686f20e28083bec383bfe28083bc20f083bf83b9820a';
    expect(read('zsh', Buffer.from(written, 'hex'))).toEqual([{ line: 'echo „ß“ 🙂' }]);
  });

  it('keeps a command whose end was not written', () => {
    expect(read('zsh', 'ls\nfor f in *\\\n')).toEqual([{ line: 'ls' }, { line: 'for f in *' }]);
  });
});

describe("fish's history file", () => {
  it('has commands with times, escapes and paths', () => {
    const text = [
      '- cmd: ls',
      '  when: 1700000000',
      '- cmd: echo a\\\\nb\\nsecond',
      '  when: 1700000001',
      '  paths:',
      '    - a',
      '- cmd: make',
    ].join('\n');
    expect(read('fish', text)).toEqual([
      { line: 'ls', at: 1_700_000_000_000 },
      { line: 'echo a\\nb\nsecond', at: 1_700_000_001_000 },
      { line: 'make' },
    ]);
  });
});
