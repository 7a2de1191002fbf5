import { describe, expect, it } from 'vitest';
import { ShellEntry } from '../../../src/host/run/shell-entry.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import { blankRow } from '../../../src/screen/cells/row.ts';
import { parseMark } from '../../../src/shell/mark.ts';
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

const blank = blankRow(80);

function start(commandLine: string, marksInside = true, isAtPrompt = () => true) {
  const clock = new HandClock();
  const typed: string[] = [];
  const shown: string[] = [];
  const doubted: boolean[] = [];
  const entry = new ShellEntry({
    clock,
    marksInside: () => marksInside,
    isAtPrompt,
    isAfar: () => false,
    onLoaded: () => {},
    inDoubt: () => doubted.push(entry.doubts),
    screen: () => ({
      base: 0,
      cursor: { x: 0, y: 1, visible: true, shape: 'block', blinking: false },
      row: () => blank,
      alternate: false,
    }),
    type: (keys) => typed.push(keys),
    show: (text) => shown.push(text),
  });
  entry.follow(executed(commandLine));
  const take = (text: string) => shown.push(entry.take(text));
  /** The prompt is complete when nothing more is printed for a moment. */
  const quiet = () => clock.pass(60);
  return { entry, clock, typed, take, quiet, doubted, shown: () => shown.join('') };
}

describe('ShellEntry', () => {
  it('says that it is in doubt after some seconds, and still gives the shell its marks when its prompt comes', () => {
    let isPrompt = false;
    const { entry, clock, typed, take, quiet, doubted } = start('bash', true, () => isPrompt);
    take(`${READS}env? `);
    quiet();
    clock.pass(2900);
    expect(doubted).toEqual([]);
    clock.pass(200);
    expect(doubted).toEqual([true]);
    expect(entry.expects('bash')).toBe(false);
    entry.follow(finished({ entered: 'inside' }));
    isPrompt = true;
    take(`mine\r\n${READS}$ `);
    quiet();
    expect(typed).toHaveLength(1);
    expect(doubted).toHaveLength(1);
  });

  it('types one line when the prompt is complete, wherever the output is cut', () => {
    for (const cut of [0, 3, READS.length]) {
      const { typed, take, quiet, shown } = start('bash');
      take(`motd\r\n${READS.slice(0, cut)}`);
      take(`${READS.slice(cut)}$ `);
      expect(typed).toEqual([]);
      quiet();
      expect(typed).toEqual([expect.stringMatching(/^ : cotty; .* printf '.*Probe=.*;~\w+.*\r$/)]);
      take('echo of the line');
      expect(shown()).toBe(`motd\r\n${READS}$ `);
    }
  });

  it('types nothing where a line editor reads that is at no prompt of a shell, and looks again at the next', () => {
    let isPrompt = false;
    const { typed, take, quiet } = start('bash', true, () => isPrompt);
    take(`${READS}env? `);
    quiet();
    expect(typed).toEqual([]);
    isPrompt = true;
    take(`${READS}$ `);
    quiet();
    expect(typed).toHaveLength(1);
  });

  it('drops what was held back when the shell has marks, and clears the line of its first prompt', () => {
    const { entry, take, quiet, shown } = start('zsh');
    take(`$ ${READS}`);
    quiet();
    take(' test -r …\r\n');
    entry.follow(finished({ entered: 'inside' }));
    take('$ ');
    expect(shown()).toBe(`$ ${READS}\r\x1b[J$ `);
  });

  it('shows what was held back when no marks come: in time, at the limit, or at the end of the command', () => {
    const late = start('su');
    late.take(READS);
    late.quiet();
    late.take('$ ');
    expect(late.shown()).toBe(READS);
    late.clock.pass(4000);
    expect(late.shown()).toBe(`${READS}$ `);
    const long = start('su');
    long.take(READS);
    long.quiet();
    long.take('x'.repeat(70_000));
    expect(long.shown()).toHaveLength(70_000 + READS.length);
    expect(long.shown().startsWith(`${READS}x`)).toBe(true);
    const over = start('su');
    over.take(READS);
    over.quiet();
    over.take('su: denied');
    over.entry.follow(finished({}));
    expect(over.shown()).toBe(`${READS}su: denied`);
  });

  it('gives the script to who has read the first line, and only when it reads', () => {
    const { entry, typed, take, quiet } = start('su');
    take(READS);
    quiet();
    const name = /~\w+/.exec(typed[0] ?? '')?.[0] ?? '';
    const says = (property: string, by = name) => {
      const mark = parseMark(`P;${property};${by}`, 'nonce');
      return mark !== undefined && entry.takes(mark);
    };
    expect(says('Probe=5.2//', '~0123456789abcdef')).toBe(false);
    expect([says('Reads=7'), typed.length]).toEqual([true, 1]);
    expect(says('Probe=/5.9/; rm -rf ~')).toBe(true);
    expect(typed[1]).toMatch(/^ : cotty; eval "\$\(__cotty_name="~\w+" sh -c '[^']*'\)"\r$/);
    expect([says('Probe=5.2//'), says('Reads=7', '~0123456789abcdef'), typed.length]).toEqual([
      true,
      false,
      2,
    ]);
    says('Reads=7');
    expect(typed[2]).toMatch(/^\{7 \d+\}$/);
    expect(typed[3]).toMatch(/^[ -}]+\}$/);
    says('Reads=8');
    expect(typed).toHaveLength(4);
  });

  it('never joins its line to one that somebody has begun to type, and waits for the next', () => {
    const { entry, typed, take, quiet } = start('sudo -i');
    entry.typed('secret\r');
    entry.typed('l');
    take(READS);
    quiet();
    expect(typed).toEqual([]);
    entry.typed('s\r');
    take(`${READS}$ `);
    quiet();
    expect(typed).toHaveLength(1);
  });

  it('types nothing into anything else, and nothing where marks are switched off', () => {
    for (const { typed, take, quiet } of [
      start('vim'),
      start('bash script.sh'),
      start('ssh box'),
      start('bash', false),
    ]) {
      take(READS);
      quiet();
      expect(typed).toEqual([]);
    }
  });
});
