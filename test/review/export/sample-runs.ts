/** Runs whose exports are kept in `fixtures/export`. */

import type { Run } from '../../../src/review/run.ts';

const BASE = {
  terminal: 'build',
  uri: 'cotty:/terminal/1',
  startedAt: Date.UTC(2026, 10, 28, 10, 50, 49),
  writer: 'user:mara',
  cwd: '/home/mara/src/app',
  cols: 80,
} as const;

export function run(seq: number, commandLine: string, output: string, more: Partial<Run> = {}): Run {
  const startedAt = BASE.startedAt + seq * 60_000;
  return { ...BASE, seq, commandLine, output, startedAt, finishedAt: startedAt + 412, exitCode: 0, ...more };
}

const sgr = (codes: string, text: string) => `\x1b[${codes}m${text}\x1b[0m`;

/** Each is exported on its own, in every format. */
export const SAMPLES: Readonly<Record<string, readonly Run[]>> = {
  colours: [
    run(
      1,
      'npm run colours',
      [
        Array.from({ length: 8 }, (_, index) => sgr(String(30 + index), ` color${index} `)).join(''),
        Array.from({ length: 8 }, (_, index) => sgr(String(90 + index), ` bright${index}`)).join(''),
        Array.from({ length: 8 }, (_, index) => sgr(String(40 + index), ` back${index} `)).join(''),
        [16, 52, 88, 124, 160, 196, 232, 244, 255].map((color) => sgr(`48;5;${color}`, '    ')).join(''),
        sgr('38;2;255;100;0', 'true colour') + sgr('48;2;0;80;160;97', ' on true colour '),
        ['1', '2', '3', '4', '7', '9', '53', '4:2', '4:3', '4:4', '4:5']
          .map((code) => sgr(code, `sgr ${code}`))
          .join(' '),
        sgr('31;1;7', ' FAIL ') + sgr('58:5:1;4:3', ' curly in red '),
        '',
      ].join('\r\n'),
    ),
  ],
  wide: [
    run(
      2,
      'cat names.txt',
      [
        '|漢字カナ|ＡＢ|',
        '|ab cd ef|12 3|',
        '|👩‍👩‍👧|🇩🇪|👍🏽|✓|✗|→|',
        '| e\u0301 café | ñ | Ünïcödé | Ωμέγα | кириллица |',
        '┌──────┬──────┐  ╔══╦══╗  ╭────╮ ┏━━┳━━┓',
        '│ left │ 漢字 │  ║  ║  ║  │    │ ┃  ┃  ┃',
        '├──────┼──────┤  ╠══╬══╣  ╰────╯ ┗━━┻━━┛',
        '└──────┴──────┘  ╚══╩══╝  ░▒▓█ ▁▂▃▄▅▆▇█ ▏▎▍▌▋▊▉█ ▖▗▘▝▚▞',
        'שלום עולם',
        '',
      ].join('\r\n'),
      { terminal: 'wörter', cwd: '/home/mara/src/名前' },
    ),
  ],
  failing: [
    run(3, 'git status --short', ' M src/a.ts\r\n', { finishedAt: BASE.startedAt + 3 * 60_000 + 40 }),
    run(4, 'npm test', `\x1b[31m✗\x1b[0m sum adds\r\n  expected \x1b[32m4\x1b[0m, got \x1b[31m5\x1b[0m\r\n`, {
      exitCode: 1,
      finishedAt: BASE.startedAt + 4 * 60_000 + 12_400,
      writer: 'agent:ci',
      note: 'this is the failure I mean\nsee <b>line</b> 2 & `sum`',
    }),
    run(5, 'sleep 100', '', { exitCode: 130, finishedAt: BASE.startedAt + 5 * 60_000 + 3_000 }),
    run(6, 'make deploy', 'partial', { timedOut: true }),
  ],
  lines: [
    run(7, 'cat <<EOF\nfirst\n```\nsecond\nEOF', 'first\r\n```\r\nsecond\r\n'),
    run(8, `printf '%s' ${'x'.repeat(100)}`, 'x'.repeat(100)),
    run(9, 'seq 1 9', '1\r\n2\r\n8\r\n9\r\n', { missing: { at: 6, lines: 5 } }),
    run(10, 'true', ''),
  ],
  hostile: [
    run(
      11,
      'echo "</script><img src=x onerror=alert(1)>" --> `````` \x1b[31m\x07',
      [
        '</pre></details><script>alert(1)</script>',
        ']]></text></svg><script>alert(1)</script>&amp;"\'',
        '``````` ~~~~ <!-- --> \u202egnp.exe\u2066',
        '\x1b]0;title\x07\x1b]52;c;aGk=\x07after',
        '\x1b]8;;javascript:alert(1)\x1b\\bad link\x1b]8;;\x1b\\ \x1b]8;;https://example.org/a?b=1&c="2"\x1b\\good link\x1b]8;;\x1b\\',
        'half \ud800 of a character',
        '',
      ].join('\r\n'),
      { terminal: '<b>"x"', writer: 'user:<i>', cwd: '/tmp/``/a b/-->', note: '--> </details><script>' },
    ),
  ],
};
