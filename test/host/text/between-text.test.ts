/** What is printed while no command runs: streams of real shells at every split point, and properties. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BetweenText } from '../../../src/host/text/between-text.ts';
import { plainText } from '../../../src/screen/text/plain-stream.ts';
import { split, splitStart } from '../../../src/shell/split.ts';

const NONCE = 'feedbeef';
const COLS = 80;
/** Stands for a key in a stream. */
const KEY = '\u{e000}';
/** Tab, as it is typed. */
const TAB = '\u{f0001}';
const KEYS = new RegExp(`(${KEY}|${TAB})`, 'u');

const mark = (payload: string): string => `\x1b]633;${payload};${NONCE}\x07`;

/** Feeds a stream in pieces, up to the mark of the next command. Returns what came before that. */
function printedIn(pieces: readonly string[]): string | undefined {
  const between = new BetweenText(() => COLS);
  let state = splitStart;
  let line = '';
  between.commandEnded();
  for (const piece of pieces) {
    const { state: next, segments } = split(state, piece, NONCE);
    state = next;
    for (const segment of segments) {
      if (segment.kind === 'text') feed(between, segment.text);
      if (segment.kind !== 'mark') continue;
      if (segment.mark.kind === 'executed') return between.take(line);
      if (segment.mark.kind === 'commandLine') line = segment.mark.line;
      between.marked(segment.mark, false);
    }
  }
  return between.read();
}

function feed(between: BetweenText, printed: string): void {
  for (const part of printed.split(KEYS)) {
    if (part === KEY) between.typed('e');
    else if (part === TAB) between.typed('\t');
    else if (part !== '') between.printed(part);
  }
}

const lines = (text: string | undefined): readonly string[] =>
  plainText(text ?? '')
    .split('\n')
    .slice(0, -1);

const SP = `\x1b[1m\x1b[7m#\x1b[27m\x1b[1m\x1b[0m${' '.repeat(79)}\r \r`;
const ZSH_PROMPT = `${mark('A')}\r\x1b[0m\x1b[27m\x1b[24m\x1b[Jvm# \x1b[K\x1b[?1h\x1b=${mark('B')}\x1b[?2004h`;
const BASH_PROMPT = `${mark('A')}\x1b[?2004hroot@vm:~# ${mark('B')}`;
const FISH_DRAWN = '\x1b[30m\x1b(B\x1b[m\x1b[92mroot\x1b(B\x1b[m@vm \x1b[31m~\x1b(B\x1b[m# \x1b[K\r\x1b[11C';
const FISH_PROMPT = `\x1b[2m⏎\x1b(B\x1b[m${' '.repeat(79)}\r⏎ \r\x1b[K${mark('A')}\x1b[?2004h\x1b]0;~\x07${FISH_DRAWN}`;
const runs = (line: string): string => `${mark(`E;${line}`)}${mark('C')}`;
const NEXT = runs('echo next');

/** Streams as the shells print them, and the lines that programs have printed. */
const STREAMS: readonly (readonly [string, string, readonly string[]])[] = [
  ['bash, nothing', `${BASH_PROMPT}${KEY}echo next\r\n\x1b[?2004l\r${NEXT}`, []],
  [
    'bash, two lines before a key',
    `${BASH_PROMPT}late\r\nlater\r\n${KEY}echo next\r\n\x1b[?2004l\r${NEXT}`,
    ['late', 'later'],
  ],
  ['bash, a line without its end', `${BASH_PROMPT}late${KEY}echo next\r\n\x1b[?2004l\r${NEXT}`, ['late']],
  ['bash, typed ahead of the prompt', `${BASH_PROMPT}echo next\r\n\x1b[?2004l\r${NEXT}`, []],
  ['bash, a line and what was typed ahead', `${BASH_PROMPT}late\r\necho next\r\n${NEXT}`, ['late']],
  [
    'bash, a command of several lines that is delivered',
    `${BASH_PROMPT}${mark('P;Ready=1')}${mark('P;Taken=1')}{\r\none\r\ntwo\r\n}\r\n\x1b[?2004l\r${runs('{ one; two; }')}`,
    [],
  ],
  [
    'bash, a line before a command of several lines that is delivered',
    `${BASH_PROMPT}served\r\n${mark('P;Ready=1')}${mark('P;Taken=1')}{\r\none\r\ntwo\r\n}\r\n${runs('{ one; two; }')}`,
    ['served'],
  ],
  ['bash, a half-typed line that is put back', `${BASH_PROMPT}${mark('P;Put=1')}echo half of`, []],
  ['bash, half typed', `${BASH_PROMPT}${KEY}echlate2\r\no next\r\n\x1b[?2004l\r${NEXT}`, ['echlate2']],
  [
    'bash, typed three times',
    `${BASH_PROMPT}one\r\n${KEY}ectwo\r\nho three\r\nnext\r\n\x1b[?2004l\r${NEXT}`,
    ['one', 'ectwo', 'ho three'],
  ],
  [
    'bash, a list of completions',
    `${BASH_PROMPT}late\r\n${KEY}ech${TAB}\x07${TAB}\r\necho     echotc   \r\nroot@vm:~# ${mark('B')}echo next\r\n${NEXT}`,
    ['late'],
  ],
  [
    'bash, a list behind the prompt',
    `${BASH_PROMPT}${KEY}ech${TAB}\x07${TAB}\r\necho     echotc   \r\nroot@vm:~# ${mark('B')}echo next\r\n${NEXT}`,
    [],
  ],
  [
    'bash, a prompt drawn again at another size',
    `${BASH_PROMPT}\r\x1b[Kroot@vm:~# ${KEY}echo next\r\n\x1b[?2004l\r${NEXT}`,
    [],
  ],
  [
    'bash, a line, and a prompt drawn again behind it',
    `${BASH_PROMPT}late\r\n\r\x1b[Kroot@vm:~# ${KEY}echo next\r\n\x1b[?2004l\r${NEXT}`,
    ['late'],
  ],
  ['bash, a prompt drawn again while nobody types', `${BASH_PROMPT}late\r\n\r\x1b[Kroot@vm:~# `, ['late']],
  [
    'bash, a dropped line',
    `${BASH_PROMPT}late\r\n${KEY}foo^C\x1b[?2004l\r\x1b[?2004h\x1b[?2004l\r\r\n${BASH_PROMPT}${KEY}echo next\r\n${NEXT}`,
    ['late'],
  ],
  [
    'bash, lines of one command',
    `${BASH_PROMPT}late\r\n${KEY}echo "a\r\n\x1b[?2004l\r\x1b[?2004h> b"\r\n\x1b[?2004l\r${runs('echo "a\\x0ab"')}`,
    ['late'],
  ],
  ['bash, an alias', `${BASH_PROMPT}late\r\n${KEY}!!\r\necho last\r\n${runs('echo last')}`, ['late', '!!']],
  [
    'zsh, with its notice',
    `${SP}${ZSH_PROMPT}late\r\nlater\r\n\r\r\n[1]  + done       sh\r\n\x1b[0m\x1b[27m\x1b[24m\x1b[Jvm# \x1b[K${KEY}e\becho next\x1b[?1l\x1b>\x1b[?2004l\r\r\n${NEXT}`,
    ['late', 'later', '', '[1]  + done       sh'],
  ],
  [
    'zsh, half typed',
    `${SP}${ZSH_PROMPT}${KEY}e\bechlate2\r\n\r\r\n[1]  + done  sh\r\n\x1b[Jvm# ech\x1b[Ko next\x1b[?2004l\r\r\n${NEXT}`,
    ['echlate2', '', '[1]  + done  sh'],
  ],
  [
    'zsh, before the prompt',
    `race\r\n${SP}[1]  + done       ( echo race; )\r\n${ZSH_PROMPT}${KEY}e\becho next\x1b[?2004l\r\r\n${NEXT}`,
    ['race', '[1]  + done       ( echo race; )'],
  ],
  [
    'zsh, a menu that goes away',
    `${SP}${ZSH_PROMPT}late\r\n${KEY}e\becho\x07\r\r\n\x1b[Jecho    echotc  echoti\x1b[A\r\x1b[4Cecho\x1b[K next\r\r\n\x1b[J${NEXT}`,
    ['late'],
  ],
  [
    'zsh, a right prompt',
    `${mark('A')}\r\x1b[Jvm# \x1b[K\x1b[60C12:00\x1b[65D${mark('B')}\x1b[?2004hlate\r\n${KEY}echo next\r\n${NEXT}`,
    ['late'],
  ],
  [
    'zsh, a prompt of two lines, drawn again',
    `${mark('A')}\r\x1b[J~/src main\r\n> \x1b[K${mark('B')}late\r\n\r\r\n~/src main\r\n> \x1b[K${KEY}echo next\r\n${NEXT}`,
    ['late', '', '~/src main'],
  ],
  ['fish, nothing', `${FISH_PROMPT}${KEY}echo \r\x1b[16Cnext\r\x1b[20C\r\n${NEXT}`, []],
  [
    'fish, with its notice',
    `${FISH_PROMPT}late\r\nlater\r\n\r\nfish: Job 1, 'sh' has ended\r\n\r\x1b[11C\x1b]0;~\x07\r${FISH_DRAWN}${KEY}e\r\x1b[12Ccho next\r\n${NEXT}`,
    ['late', 'later', '', "fish: Job 1, 'sh' has ended"],
  ],
  [
    'fish, a short prompt',
    `${mark('A')}\x1b[?2004h$ \x1b[K\r\x1b[C\x1b[Clate\r\nlater\r\n\r\x1b[C\x1b[C\r$ \x1b[K\r\x1b[C\x1b[C${KEY}echo next\r\n${NEXT}`,
    ['late', 'later'],
  ],
  [
    'fish, a right prompt',
    `${mark('A')}\x1b[?2004h$ \x1b[K\r\x1b[75Cright\r\x1b[75C\r\x1b[C\x1b[Clate\r\n\r\x1b[75Cright\r\x1b[75C\r\x1b[C\x1b[C\r$ \x1b[K\r\x1b[75Cright\r\x1b[75C\r\x1b[C\x1b[C${KEY}echo next\r\x1b[75Cright\r\x1b[75C\r\x1b[11C\r\n${NEXT}`,
    ['late'],
  ],
  [
    'fish, a prompt of two lines',
    `${mark('A')}\x1b[?2004htop line\x1b[K\r\n> \x1b[K\r\x1b[C\x1b[Clate\r\n\r\nfish: Job 1 has ended\r\n\r\n\r\x1b[C\x1b[C\r\x1b[Atop line\x1b[K\r\n> \x1b[K\r\x1b[C\x1b[C${KEY}echo next\r\n${NEXT}`,
    ['late', '', 'fish: Job 1 has ended', 'top line'],
  ],
  [
    'fish, half typed',
    `${FISH_PROMPT}${KEY}ech\r\x1b[14Clate2\r\n\r${FISH_DRAWN}ech\x1b[K\r\x1b[14Co next\r\n${NEXT}`,
    ['ech           late2'],
  ],
];

describe('what is printed while no command runs', () => {
  for (const [name, stream, printed] of STREAMS) {
    test(`is found at every split point (${name})`, () => {
      expect(lines(printedIn([stream]))).toEqual(printed);
      for (let at = 1; at < stream.length; at++) {
        const pieces = [stream.slice(0, at), stream.slice(at)];
        expect(lines(printedIn(pieces)), `split at ${at}`).toEqual(printed);
      }
    });
  }

  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const line = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `» ${words.join(' ')}`);

  test('is found whole and in order, whatever jobs print and where the command is interrupted by them', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.array(fc.tuple(word, line), { maxLength: 4 }),
        word,
        (quiet, typed, last) => {
          const command = [...typed.map(([part]) => part), last].join(' ');
          const rest = typed.map(([part, printed]) => `${part} ${printed}\r\n`).join('');
          const stream = `${BASH_PROMPT}${quiet.map((each) => `${each}\r\n`).join('')}${KEY}${rest}${last}\r\n${runs(command)}`;
          // What was typed when a job printed stands before its line.
          const expected = [...quiet, ...typed.map(([part, printed]) => `${part} ${printed}`)];
          expect(lines(printedIn([stream]))).toEqual(expected);
        },
      ),
    );
  });

  test('is nothing where only a command was typed', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (words) => {
        const command = words.join(' ');
        expect(
          printedIn([`${BASH_PROMPT}${KEY}${command}\r\n\x1b[?2004l\r${runs(command)}`]),
        ).toBeUndefined();
      }),
    );
  });

  test('is kept with its colours', () => {
    expect(printedIn([`${BASH_PROMPT}\x1b[32mready\x1b[0m on 3000\r\n`])).toBe(
      '\x1b[0;32mready\x1b[0m on 3000\r\n',
    );
  });

  test('is told before the next command, too', () => {
    expect(lines(printedIn([`${BASH_PROMPT}late\r\npart`]))).toEqual(['late', 'part']);
  });

  test('is what stands above the line that still waits, with a list of completions', () => {
    const list = `${KEY}ls /usr/${KEY}\r\nbin/  lib/\r\nshare/\r\nroot@vm:~# ls /usr/`;
    const listed = ['ls /usr/', 'bin/  lib/', 'share/'];
    expect(lines(printedIn([`${BASH_PROMPT}${list}`]))).toEqual(listed);
    expect(lines(printedIn([`${BASH_PROMPT}late\r\n${list}`]))).toEqual(['late', ...listed]);
    expect(printedIn([`${BASH_PROMPT}${KEY}ls /usr/`])).toBeUndefined();
  });

  test('ends with the terminal: neither a half-typed line nor what stands before no prompt is a part of it', () => {
    const ended = (phase: 'hooks' | 'prompt', text: string): string | undefined => {
      const between = new BetweenText(() => COLS);
      between.commandEnded();
      if (phase === 'prompt') {
        between.marked({ kind: 'promptStart' }, false);
        between.printed('$ ');
        between.marked({ kind: 'promptEnd' }, false);
      }
      feed(between, text);
      const found = between.end();
      expect(between.read()).toBeUndefined();
      return found;
    };
    expect(ended('prompt', 'late\r\n')).toBe('late\r\n');
    expect(ended('prompt', `late\r\n${KEY}half typ`)).toBe('late\r\n');
    expect(ended('prompt', `${KEY}exit\r\n`)).toBeUndefined();
    expect(ended('hooks', '$ ')).toBeUndefined();
  });

  test('loses its middle at the limit, and says how many lines', () => {
    const flood = Array.from({ length: 40_000 }, (_, index) => `line ${index}\r\n`);
    const found = lines(printedIn([`${BASH_PROMPT}`, ...flood, `${KEY}echo next\r\n${NEXT}`]));
    expect(found.at(-1)).toBe('line 39999');
    expect(found[0]).toMatch(/^… \d+ lines left out$/);
    expect(found.join('\n').length).toBeLessThan(17 * 1024);
  });

  test('does not grow without limit by a line without end, or by keys', () => {
    const between = new BetweenText(() => COLS);
    between.commandEnded();
    between.marked({ kind: 'promptStart' }, false);
    between.marked({ kind: 'promptEnd' }, false);
    for (let index = 0; index < 2000; index++) {
      between.printed('x'.repeat(1000));
      between.typed();
    }
    expect(JSON.stringify(between.state).length).toBeLessThan(200 * 1024);
    expect((between.read() ?? '').length).toBeLessThan(17 * 1024);
  });

  test('is not what hooks print before each prompt', () => {
    const between = new BetweenText(() => COLS);
    const prompt = (hooks: string): void => {
      between.commandEnded();
      between.printed(hooks);
      between.marked({ kind: 'promptStart' }, false);
      between.printed('$ ');
      between.marked({ kind: 'promptEnd' }, false);
    };
    prompt('~/one\r\n');
    between.take('true');
    prompt('~/two\r\n');
    expect(between.take('true')).toBeUndefined();
  });

  test('of an earlier version, which kept it in another form, is left out', () => {
    const earlier = {
      phase: 'prompt',
      size: { cols: 80, rows: 24 },
      events: [],
      lines: ['old'],
      left: 0,
      hookLines: [],
    };
    const between = new BetweenText(() => COLS, JSON.parse(JSON.stringify(earlier)));
    between.printed('one\r\n');
    expect(between.read()).toBeUndefined();
  });

  test('goes on under another host', () => {
    const first = new BetweenText(() => COLS);
    first.commandEnded();
    first.marked({ kind: 'promptStart' }, false);
    first.printed('$ ');
    first.marked({ kind: 'promptEnd' }, false);
    first.printed('one\r\n');
    const next = new BetweenText(() => COLS, JSON.parse(JSON.stringify(first.state)));
    next.printed('two\r\n');
    expect(next.read()).toBe('one\r\ntwo\r\n');
  });
});
