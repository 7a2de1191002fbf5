/** The emulator of the page: it draws what programs print, and answers none of their questions, which the host does. */

import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { type ITerminalInitOnlyOptions, type ITerminalOptions, Terminal } from '@xterm/xterm';
import { giveGraphemesAddon } from '../../screen/cells/grapheme-width.ts';

giveGraphemesAddon(UnicodeGraphemesAddon);

/** Functions that ask the terminal something, by what CSI has before and after their parameters. */
const CSI_QUESTIONS = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  { prefix: '>', final: 'q' },
  { prefix: '?', final: 'u' },
  { final: 't' },
  { final: 'x' },
];
/** DECRQSS and XTGETTCAP. */
const DCS_QUESTIONS = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
];
/** OSC codes of colours: programs set them here as on every terminal, but queries are answered by the host. */
const COLOR_COMMANDS = [4, 5, 10, 11, 12, 13, 14, 17, 19];

export function quietTerminal(options: ITerminalOptions & ITerminalInitOnlyOptions): Terminal {
  const terminal = new Terminal({ allowProposedApi: true, logLevel: 'off', ...options });
  const { parser } = terminal;
  for (const id of CSI_QUESTIONS) parser.registerCsiHandler(id, () => true);
  for (const id of DCS_QUESTIONS) parser.registerDcsHandler(id, () => true);
  for (const id of COLOR_COMMANDS) parser.registerOscHandler(id, asks);
  terminal.loadAddon(new UnicodeGraphemesAddon());
  return terminal;
}

/** Lines of an output that are read; those above them are left out. */
const OUTPUT_LINES = 20_000;

/** An emulator that is never shown: it reads outputs. */
export function outputEmulator(): Terminal {
  return quietTerminal({ scrollback: OUTPUT_LINES });
}

/** Takes a command that asks for a value, and leaves one that sets it to the emulator. */
function asks(data: string): boolean {
  return data.endsWith('?') || data.includes('?;');
}

/** A cell before anything is drawn, in pixels. */
const USUAL_CELL = { width: 8, height: 18 };

/** The size of a cell of an emulator that is drawn, in pixels of the page. */
export function cellPixels({ element, cols, rows }: Terminal): {
  readonly width: number;
  readonly height: number;
} {
  const box = element?.querySelector('.xterm-screen')?.getBoundingClientRect();
  return box === undefined || box.width === 0
    ? USUAL_CELL
    : { width: box.width / cols, height: box.height / rows };
}
