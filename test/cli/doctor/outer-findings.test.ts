import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askTerminal,
  outerFindings,
  QUESTIONS,
  readAnswers,
} from '../../../src/cli/doctor/outer-findings.ts';
import { fakeIo } from '../../support/fake-io.ts';

/** What a capable terminal sends back, in order. */
const capable = ['\x1bP>|ghostty 1.2.0\x1b\\', '\x1b[?0u', '\x1bP1$r0;48:2::1:2:3m\x1b\\', '\x1b[?62;22;52c'];

const understood = {
  complete: true,
  name: 'ghostty 1.2.0',
  kittyKeyboard: true,
  trueColour: true,
  clipboard: true,
};

describe('readAnswers', () => {
  test('reads everything a capable terminal says', () => {
    expect(readAnswers(capable.join(''))).toEqual(understood);
  });

  test('takes the device attributes alone for a "no" to the rest', () => {
    expect(readAnswers('\x1b[?1;2c')).toEqual({
      complete: true,
      kittyKeyboard: false,
      trueColour: false,
      clipboard: false,
    });
  });

  test('knows nothing from silence', () => {
    expect(readAnswers('').complete).toBe(false);
  });

  test('accepts the older form of a true colour and a refused setting', () => {
    expect(readAnswers('\x1bP1$r48;2;1;2;3m\x1b\\').trueColour).toBe(true);
    expect(readAnswers('\x1bP1$r48;5;16m\x1b\\').trueColour).toBe(false);
    expect(readAnswers('\x1bP0$r\x1b\\').trueColour).toBe(false);
  });
});

describe('askTerminal', () => {
  test('understands the answers however they are split', async () => {
    const whole = capable.join('');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 }),
        async (cuts) => {
          const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
          const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
          const { io, rawModes } = fakeIo({
            tty: true,
            answer: (text) => (text === QUESTIONS ? pieces : []),
          });
          expect(await askTerminal(io)).toEqual(understood);
          expect(rawModes).toEqual([true, false]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('gives the terminal back when nothing answers', async () => {
    const { io, rawModes } = fakeIo({ tty: true });
    expect((await askTerminal(io, 5)).complete).toBe(false);
    expect(rawModes).toEqual([true, false]);
  });

  test('does not listen for ever to a terminal that only babbles', async () => {
    const { io, rawModes } = fakeIo({
      tty: true,
      answer: () => Array.from({ length: 20 }, () => 'x'.repeat(1000)),
    });
    expect((await askTerminal(io, 60_000)).complete).toBe(false);
    expect(rawModes).toEqual([true, false]);
  });
});

function found(answers: string | undefined, env: Record<string, string> = {}) {
  const findings = outerFindings(answers === undefined ? undefined : readAnswers(answers), env, 'linux');
  return Object.fromEntries(findings.map((finding) => [finding.id, finding]));
}

describe('outerFindings', () => {
  test('has nothing to say about a capable terminal', () => {
    expect(found(capable.join(''))).toEqual({});
  });

  test('says that nothing was asked when there is no terminal, and claims nothing about it', () => {
    const { asked, clipboard, ...rest } = found(undefined);
    expect(asked?.status).toBe('unknown');
    expect(clipboard?.status).toBe('unknown');
    expect(rest).not.toHaveProperty('kitty-keyboard');
  });

  test('does not call a silent terminal incapable', () => {
    expect(found('')).not.toHaveProperty('kitty-keyboard');
    expect(found('')['asked']?.text).toMatch(/did not answer/);
    expect(found('\x1b[?1c')).toHaveProperty('kitty-keyboard');
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
    [{ TERM_PROGRAM: 'vscode' }, undefined],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, 'no'],
    [{ TERM: 'xterm-kitty', TERM_PROGRAM: 'kitty' }, undefined],
    [{ TERM: 'xterm-256color' }, 'unknown'],
    [{ TERM: 'xterm-256color', TMUX: '/tmp/x' }, undefined],
    [{ WT_SESSION: '1' }, undefined],
  ])('reports the clipboard from %j as %s', (env, status) => {
    expect(found('\x1b[?1c', env)['clipboard']?.status).toBe(status);
  });

  test('finds true colour by asking before it looks at COLORTERM', () => {
    expect(found('\x1bP1$r48:2::1:2:3m\x1b\\\x1b[?1c')['colours']).toBeUndefined();
    expect(found('\x1b[?1c', { COLORTERM: 'truecolor' })['colours']).toBeUndefined();
    expect(found('\x1b[?1c', { TERM: 'xterm-256color' })['colours']).toMatchObject({ status: 'no' });
  });
});
