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
  /** Never `utf8` (1005) or `urxvt` (1015): xterm.js has dropped both and tells programs so on request. */
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

function encodingOf(active: string): ProgramModes['mouseEncoding'] {
  if (active === 'SGR') return 'sgr';
  return active === 'SGR_PIXELS' ? 'sgrPixels' : 'default';
}
