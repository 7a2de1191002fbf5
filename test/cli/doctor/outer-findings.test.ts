import { describe, expect, test } from 'vitest';
import { formatFindings } from '../../../src/cli/doctor/finding.ts';
import { outerFindings } from '../../../src/cli/doctor/outer-findings.ts';
import { readAnswers } from '../../../src/cli/doctor/outer-questions.ts';

function found(answers: string | undefined, env: Record<string, string> = {}) {
  const findings = outerFindings(answers === undefined ? undefined : readAnswers(answers), env, 'linux');
  return Object.fromEntries(findings.map((finding) => [finding.id, finding]));
}

describe('outerFindings', () => {
  test('says that nobody was asked when there is no terminal, and claims nothing about it', () => {
    const { asked, clipboard, ...rest } = found(undefined);
    expect(asked?.status).toBe('unknown');
    expect(clipboard?.status).toBe('unknown');
    expect(rest).not.toHaveProperty('kitty-keyboard');
  });

  test('does not call a silent terminal incapable', () => {
    expect(found('')).not.toHaveProperty('synchronized-output');
    expect(found('')['asked']?.text).toMatch(/did not answer/);
  });

  test('reports widths that differ from what programs expect', () => {
    const findings = found('\x1b[1;3R\x1b[1;3R\x1b[1;7R\x1b[?1c');
    expect(findings['width-emoji']).toMatchObject({ status: 'yes', text: 'an emoji is 2 columns wide' });
    expect(findings['width-ambiguous']).toMatchObject({ status: 'no' });
    expect(findings['width-family']).toMatchObject({
      status: 'no',
      text: expect.stringMatching(/6 columns/),
    });
  });

  test('lists the keys VS Code keeps, with the settings that free them', () => {
    const keys = found(undefined, { TERM_PROGRAM: 'vscode' })['kept-keys'];
    expect(keys?.text).toMatch(/VS Code keeps .*Ctrl\+E, Ctrl\+K/);
    expect(keys?.hint).toContain(
      '"terminal.integrated.commandsToSkipShell": ["-workbench.action.quickOpen"]',
    );
  });

  test('lists what GNOME Terminal keeps', () => {
    expect(found(undefined, { VTE_VERSION: '7600' })['kept-keys']?.text).toContain('F10');
  });

  test.each([
    [{ TERM_PROGRAM: 'vscode' }, 'yes'],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, 'no'],
    [{ TERM: 'xterm-kitty', TERM_PROGRAM: 'kitty' }, 'yes'],
    [{ TERM: 'xterm-256color' }, 'unknown'],
    [{ TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/x' }, 'unknown'],
    [{ WT_SESSION: '1' }, 'yes'],
  ])('knows about the clipboard from %j: %s', (env, status) => {
    expect(found('\x1b[?1c', env)['clipboard']?.status).toBe(status);
  });

  test('believes the terminal itself about the clipboard', () => {
    expect(found('\x1b[?62;52c', { TMUX: '/tmp/x' })['clipboard']?.status).toBe('yes');
  });

  test('finds true colour by asking before it looks at COLORTERM', () => {
    expect(found('\x1bP1$r48:2::1:2:3m\x1b\\\x1b[?1c')['colours']?.text).toMatch(/the terminal confirmed it/);
    expect(found('\x1b[?1c', { COLORTERM: 'truecolor' })['colours']?.text).toMatch(/COLORTERM/);
    expect(found('\x1b[?1c', { TERM: 'xterm-256color' })['colours']).toMatchObject({ status: 'no' });
  });
});

test('formatFindings leaves out empty groups and indents hints', () => {
  const text = formatFindings([
    ['Empty', []],
    ['Shell', [{ id: 'a', status: 'no', text: 'first', hint: 'one\ntwo' }]],
  ]);
  expect(text).toBe('Shell\n  no   first\n         one\n         two\n');
});
