import { describe, expect, it } from 'vitest';
import { withoutMissingNewlineMark } from '../../../src/screen/text/missing-newline.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const zsh = `\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m${' '.repeat(79)}\r \r`;
const fish = `\x1b[2m⏎\x1b(B\x1b[m${' '.repeat(79)}\r⏎ \r`;

describe('the mark of a shell for a missing newline', () => {
  it.each([
    ['of zsh', zsh],
    ['of fish', fish],
    ['of zsh with a sign of its own', zsh.replace('%', '⏎ no newline')],
    ['of zsh before titles', `${zsh}\x1b]0;a title\x07\x1b[K\x1b[?25h\x1b]2;x\x1b\\`],
    ['of fish before titles', `${fish}\x1b]0;a title\x07\r\x1b[J`],
  ])('%s is removed, also behind other inverse text', (_what, mark) => {
    for (const output of [
      'abc',
      '',
      'a\r\n\x1b[7minverse',
      '\x1b[7mb',
      'a ⏎',
      'one \r two\r\n',
      '\x1b[31mred',
    ]) {
      const cleaned = withoutMissingNewlineMark(output + mark);
      // Colours right before the mark are part of it.
      expect([output, output.replace(/\x1b\[7m$/, '')]).toContain(cleaned);
    }
  });

  it.each([
    ['text after it', `${zsh}more`],
    ['no inverse sign', zsh.replace('\x1b[7m', '')],
    ['a sign that is too long', zsh.replace('%', '%'.repeat(17))],
    ['an unfinished title after it', `${zsh}\x1b]0;ti`],
    ['a line feed after it', `${zsh}\r\n`],
    ['its end cut off', zsh.slice(0, -1)],
  ])('is none with %s', (_what, output) => {
    expect(withoutMissingNewlineMark(output)).toBe(output);
  });

  it.each(['\x1b[m', '\x1b[7m', '⏎', ' ', ' \r', '\x1b[7m%\x1b[m \r \r', '\x1b]', '\x1b[7m%\x1b[0m '])(
    'is looked for in linear time in repeated %j',
    (unit) => {
      const begun = cpuTime();
      for (let round = 0; round < 50; round += 1)
        withoutMissingNewlineMark(`x${unit.repeat(4096 / unit.length)} \r`);
      expect(cpuTime() - begun).toBeLessThan(1000);
    },
  );
});
