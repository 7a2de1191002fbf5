import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { COPY_LIMIT, copiedText } from '../../../src/screen/emulator/emulator-strings.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('what a program copies', () => {
  test('is read wherever the output is cut, once', () => {
    const text = `\x1b]52;c;${base64('naïve 漢')}\x1b\\`;
    for (let cut = 0; cut <= text.length; cut += 1) {
      const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 0 });
      emulator.write(text.slice(0, cut));
      emulator.write(text.slice(cut));
      expect(emulator.reports.takeCopied()).toBe('naïve 漢');
      expect(emulator.reports.takeCopied()).toBeUndefined();
    }
  });

  test('may be large, and is left out whole when it is too large', () => {
    const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 0 });
    const most = 'x'.repeat((COPY_LIMIT / 4) * 3);
    emulator.write(`\x1b]52;c;${base64(most)}\x07`);
    expect(emulator.reports.takeCopied()).toBe(most);
    emulator.write(`\x1b]52;c;${base64(`${most}x`)}\x07`);
    expect(emulator.reports.takeCopied()).toBeUndefined();
  });

  test.each(['c;?', 'c;', 'p;YQ==', 'c;not base64!', 'YQ==', ';?'])('is nothing in %j', (payload) => {
    expect(copiedText(payload)).toBeUndefined();
  });

  test('may leave out the selection', () => {
    expect(copiedText(`;${base64('a')}`)).toBe('a');
  });
});
