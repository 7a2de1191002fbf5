/** The modes set by a program that its viewer needs: they decide how keys, mouse events and pastes are encoded. */
import type { Terminal } from '@xterm/headless';
import type { Core } from '../core/emulator-core.ts';
import type { Keyboard, OtherKeys } from './emulator-keyboard.ts';

export type ProgramModes = {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  /** Flags of the kitty keyboard protocol; 0 while the program has asked for none. */
  readonly kittyKeyboard: number;
  readonly modifyOtherKeys: OtherKeys;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
  readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
  readonly synchronizedOutput: boolean;
  readonly insert: boolean;
  readonly origin: boolean;
  readonly wraparound: boolean;
  readonly reverseWraparound: boolean;
  /** LNM: a line feed also moves the cursor to the first column. */
  readonly newline: boolean;
};

export function programModes(terminal: Terminal, core: Core, keyboard: Keyboard): ProgramModes {
  const { modes } = terminal;
  return {
    applicationCursorKeys: modes.applicationCursorKeysMode,
    applicationKeypad: modes.applicationKeypadMode,
    kittyKeyboard: keyboard.flags,
    modifyOtherKeys: keyboard.otherKeys,
    bracketedPaste: modes.bracketedPasteMode,
    focusEvents: modes.sendFocusMode,
    mouse: modes.mouseTrackingMode,
    mouseEncoding: encodingOf(core.coreMouseService.activeEncoding),
    synchronizedOutput: modes.synchronizedOutputMode,
    insert: modes.insertMode,
    origin: modes.originMode,
    wraparound: modes.wraparoundMode,
    reverseWraparound: modes.reverseWraparoundMode,
    newline: terminal.options.convertEol === true,
  };
}

/** Encodings of the mouse by their names in xterm.js. */
const ENCODINGS: Readonly<Record<string, ProgramModes['mouseEncoding']>> = {
  SGR: 'sgr',
  SGR_PIXELS: 'sgrPixels',
  UTF8: 'utf8',
  URXVT: 'urxvt',
};

function encodingOf(active: string): ProgramModes['mouseEncoding'] {
  return ENCODINGS[active] ?? 'default';
}

const OLDER: readonly (readonly [mode: number, name: string])[] = [
  [1005, 'UTF8'],
  [1015, 'URXVT'],
];

/**
 * Lets programs set the two older mouse encodings, UTF-8 and urxvt. xterm.js does not support them and answers queries (DECRQM)
 * so, but a program that does not query expects the encoding that it has set. Another encoding or a reset ends them.
 */
export function knowOlderMouse(terminal: Terminal, { coreMouseService }: Core): void {
  // Nothing is encoded here: only windows have a mouse and encode its events.
  for (const [, name] of OLDER) coreMouseService.addEncoding(name, () => '');
  for (const final of ['h', 'l'])
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (params) => {
      for (const [mode, name] of OLDER)
        if (params.includes(mode)) coreMouseService.activeEncoding = final === 'h' ? name : 'DEFAULT';
      return false;
    });
}
