import xterm from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { EmulatedOutputs, type OutputEmulator } from '../../../src/web/text/emulated-output.ts';
import { textOfLine } from '../../../src/web/text/styled-line.ts';

// The emulator without a screen has the same buffer as the one for browsers.
const make = () =>
  new xterm.Terminal({ allowProposedApi: true, scrollback: 1000 }) as unknown as OutputEmulator;

const texts = async (output: string, cols?: number) =>
  (await new EmulatedOutputs(make).lines(output, cols)).map(textOfLine);

describe('EmulatedOutputs', () => {
  it('shows what a progress bar has left', async () => {
    expect(await texts('1%\r50%\r100%\r\ndone')).toEqual(['100%', 'done']);
  });

  it('joins lines that the width of the terminal has wrapped', async () => {
    expect(await texts('\rabcdefghij\r\nk', 4)).toEqual(['abcdefghij', 'k']);
  });

  it('keeps colours, and blank cells that have one', async () => {
    const lines = await new EmulatedOutputs(make).lines(
      '\x1b[1A\x1b[31mred\x1b[0m \x1b[44m  \x1b[0m\x1b[38;2;1;2;3mx',
    );
    expect(lines).toEqual([
      [
        { text: 'red', style: { fg: 1 } },
        { text: ' ' },
        { text: '  ', style: { bg: 4 } },
        { text: 'x', style: { fg: '#010203' } },
      ],
    ]);
  });

  it('reads one output after the other, each on an empty screen', async () => {
    const outputs = new EmulatedOutputs(make);
    const both = await Promise.all([outputs.lines('\x1b[5;5Hfirst'), outputs.lines('\rsecond')]);
    expect(both.map((lines) => lines.map(textOfLine).at(-1))).toEqual(['    first', 'second']);
  });

  it('shows nothing of what a full-screen program drew', async () => {
    expect(await texts('before\r\n\x1b[?1049h\x1b[Hvim\x1b[?1049lafter')).toEqual(['before', 'after']);
  });
});
