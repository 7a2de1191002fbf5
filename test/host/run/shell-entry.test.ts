import { describe, expect, it } from 'vitest';
import { ShellEntry } from '../../../src/host/run/shell-entry.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import { HandClock } from '../../support/hand-clock.ts';

const READS = '\x1b[?2004h';
const executed = (commandLine: string): TerminalAction => ({
  type: 'terminal/commandExecuted',
  commandId: 'cmd-1',
  commandLine,
  timestamp: 0,
});
const finished = (meta: object): TerminalAction => ({
  type: 'terminal/commandFinished',
  commandId: 'cmd-1',
  _meta: { 'x-cotty': meta },
});

function start(commandLine: string, marksInside = true) {
  const clock = new HandClock();
  const typed: string[] = [];
  const shown: string[] = [];
  const entry = new ShellEntry({
    clock,
    marksInside: () => marksInside,
    type: (keys) => typed.push(keys),
    show: (text) => shown.push(text),
  });
  entry.follow(executed(commandLine));
  const take = (text: string) => shown.push(entry.take(text));
  return { entry, clock, typed, take, shown: () => shown.join('') };
}

describe('ShellEntry', () => {
  it('types one line when the line editor reads, wherever the output is cut', () => {
    for (const cut of [0, 3, READS.length]) {
      const { typed, take, shown } = start('bash');
      take(`motd\r\n${READS.slice(0, cut)}`);
      take(`${READS.slice(cut)}$ `);
      expect(typed).toEqual([expect.stringMatching(/^ test -r '.*'\/enter && source '.*'\/enter '.*'\r$/)]);
      expect(shown()).toBe(`motd\r\n${READS}`);
    }
  });

  it('drops what was held back when the shell has marks, and clears the line of its first prompt', () => {
    const { entry, take, shown } = start('zsh');
    take(`${READS}$  test -r …\r\n`);
    entry.follow(finished({ entered: 'inside' }));
    take('$ ');
    expect(shown()).toBe(`${READS}\r\x1b[J$ `);
  });

  it('shows what was held back when no marks come: in time, at the limit, or at the end of the command', () => {
    const late = start('su');
    late.take(`${READS}$ `);
    late.clock.pass(3000);
    expect(late.shown()).toBe(`${READS}$ `);
    const long = start('su');
    long.take(READS + 'x'.repeat(20_000));
    expect(long.shown()).toHaveLength(20_000 + READS.length);
    expect(long.shown().startsWith(`${READS}x`)).toBe(true);
    const over = start('su');
    over.take(`${READS}su: denied`);
    over.entry.follow(finished({}));
    expect(over.shown()).toBe(`${READS}su: denied`);
  });

  it('never joins its line to one that somebody has begun to type, and waits for the next', () => {
    const { entry, typed, take } = start('sudo -i');
    entry.typed('secret\r');
    entry.typed('l');
    take(READS);
    expect(typed).toEqual([]);
    entry.typed('s\r');
    take(`${READS}$ `);
    expect(typed).toHaveLength(1);
  });

  it('types nothing into anything else, and nothing where marks are switched off', () => {
    for (const { typed, take } of [
      start('vim'),
      start('bash script.sh'),
      start('ssh box'),
      start('bash', false),
    ]) {
      take(READS);
      expect(typed).toEqual([]);
    }
  });
});
