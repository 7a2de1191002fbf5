import { bench, describe } from 'vitest';
import { split, splitStart } from '../../src/shell/split.ts';

/** 64 KiB, as a pty read under load. */
const size = 65_536;
const loads: Readonly<Record<string, string>> = {
  'plain text': 'the quick brown fox jumps over the lazy dog\r\n',
  'dense true colour': '\x1b[38;2;12;34;56m█',
  'ls --color': '\x1b[01;34mfolder\x1b[0m  \x1b[01;32mprogram\x1b[0m  readme.md\r\n',
};

for (const [name, line] of Object.entries(loads)) {
  const chunk = line.repeat(Math.ceil(size / line.length)).slice(0, size);
  describe(`64 KiB of ${name}`, () => {
    bench('split', () => {
      split(splitStart, chunk, 'c0ffee');
    });
    bench('only find each ESC', () => {
      let at = chunk.indexOf('\x1b');
      while (at >= 0) at = chunk.indexOf('\x1b', at + 1);
    });
  });
}
