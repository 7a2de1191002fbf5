import { describe, expect, test } from 'vitest';
import { startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { type Report, reportOfOsc } from '../../../src/tui/input/report.ts';
import {
  capabilitiesOf,
  imageProtocol,
  learn,
  probeRow,
  questions,
} from '../../../src/tui/outer/capabilities.ts';

const start = capabilitiesOf({ TERM: 'xterm-256color' });

describe('capabilitiesOf', () => {
  test.each([
    [{ TERM: 'xterm-256color' }, '256'],
    [{ TERM: 'xterm' }, '16'],
    [{ TERM: 'xterm-kitty' }, 'true'],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'true'],
    [{ TERM: 'linux' }, '16'],
    [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 'none'],
    [{ TERM: 'xterm-kitty', NO_COLOR: '1' }, 'none'],
    [{ TERM: 'xterm-256color', NO_COLOR: '' }, '256'],
  ])('reads the colours of %o as %s', (env, colors) => {
    expect(capabilitiesOf(env).colors).toBe(colors);
  });

  test('knows what it runs in', () => {
    expect(capabilitiesOf({ TERM_PROGRAM: 'vscode' })).toMatchObject({ vscode: true, program: 'vscode' });
    expect(capabilitiesOf({ TERM: 'tmux-256color' })).toMatchObject({ tmux: true, screen: false });
    expect(capabilitiesOf({ TERM: 'screen', STY: '1.pts' })).toMatchObject({ tmux: false, screen: true });
    expect(capabilitiesOf({ TERM: 'xterm', SSH_CONNECTION: 'a b' })).toMatchObject({
      ssh: true,
      tmux: false,
    });
    expect(capabilitiesOf({ TERM: 'linux' })).toMatchObject({ bareConsole: true, program: 'linux' });
  });
});

describe('learn', () => {
  test('takes answers in any number and order until the fence', () => {
    const answers =
      '\x1b[?2026;2$y\x1b[?0u\x1bP>|foot(1.16)\x1b\\\x1b]11;rgb:ffff/ffff/f0f0\x1b\\\x1b[3;3R\x1b[?62;52c';
    expect(learned(answers)).toMatchObject({
      synchronized: true,
      kittyKeyboard: true,
      version: 'foot(1.16)',
      background: { red: 255, green: 255, blue: 240 },
      scheme: 'light',
      ambiguousWide: true,
      clipboard: true,
      settled: true,
    });
  });

  test('takes what was not answered before the fence as absent, and an unasked answer after it still counts', () => {
    const silent = learned('\x1b[?6c');
    expect(silent).toMatchObject({
      synchronized: false,
      kittyKeyboard: false,
      clipboard: false,
      settled: true,
    });
    expect(silent.ambiguousWide).toBeUndefined();
    expect(learn(silent, { kind: 'colorScheme', scheme: 'dark' }).scheme).toBe('dark');
  });

  test.each(['unknown', 'permanentlySet', 'permanentlyReset'] as const)(
    'does not rely on synchronised updates that are %s',
    (setting) => {
      expect(learn(start, { kind: 'mode', mode: 2026, setting }).synchronized).toBe(false);
    },
  );

  test('takes a cursor report for the probe only where the probe was', () => {
    const at = (row: number, column: number): Report => ({ kind: 'cursor', row, column });
    expect(learn(start, at(probeRow, 2)).ambiguousWide).toBe(false);
    expect(learn(start, at(probeRow, 3)).ambiguousWide).toBe(true);
    expect(learn(start, at(probeRow, 9))).toBe(start);
    expect(learn(start, at(9, 2))).toBe(start);
  });

  test.each([
    ['\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;4c', 'kitty'],
    ['\x1b_Gi=31;ENOSYS\x1b\\\x1b[6;20;10t\x1b[?62;4c', 'sixel'],
    ['\x1bP>|WezTerm 2024\x1b\\\x1b[6;20;10t\x1b[?65c', 'iterm'],
    ['\x1b[?62;4c', undefined],
    ['\x1b[6;20;10t\x1b[?62;22c', undefined],
  ])('takes from %j that images are shown by %s', (answers, protocol) => {
    expect(imageProtocol(learned(answers))).toBe(protocol);
  });

  test('knows iTerm2 by its name, also behind ssh', () => {
    expect(capabilitiesOf({ TERM_PROGRAM: 'iTerm.app' }).images.iterm).toBe(true);
    expect(capabilitiesOf({ LC_TERMINAL: 'iTerm2' }).images.iterm).toBe(true);
    expect(capabilitiesOf({ LC_TERMINAL: 'iTerm2', TMUX: '/tmp/tmux' }).images.iterm).toBe(false);
  });

  test('keeps no more of a version than anybody reads', () => {
    expect(learn(start, { kind: 'version', text: 'x'.repeat(5000) }).version?.length).toBe(100);
  });
});

describe('questions', () => {
  test('ends with the question every terminal answers', () => {
    expect(questions(start)).toMatch(/\x1b\[c$/);
  });

  test('asks for program status before that, and believes only an answer', () => {
    expect(questions(start)).toMatch(/\x1b\]7501;\?\x1b\\.*\x1b\[c$/su);
    expect(start.programStatus).toBe(false);
    for (const [body, knows] of [
      ['7501;?', true],
      ['7501;?:states=idle', true],
      ['7501;state=idle', false],
      ['7501', false],
    ] as const)
      expect([body, learn(start, reportOfOsc(body)).programStatus]).toEqual([body, knows]);
  });

  test('does not ask for kitty graphics where the question would be a title, or be printed', () => {
    expect(questions(start)).toContain('\x1b_G');
    for (const env of [{ TMUX: 'x' }, { TERM: 'screen' }, { TERM_PROGRAM: 'Apple_Terminal' }])
      expect(questions(capabilitiesOf(env))).not.toContain('\x1b_');
  });

  test('asks the bare console nothing, since it prints what it does not know', () => {
    expect(questions(capabilitiesOf({ TERM: 'linux' }))).toBe('');
  });
});

function learned(answers: string) {
  const { tokens } = tokenise(startOfInput, answers);
  return tokens.reduce(
    (known, token) => (token.kind === 'report' ? learn(known, token.report) : known),
    start,
  );
}
