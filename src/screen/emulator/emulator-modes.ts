/** The modes a program has set that its viewer must know of: how keys, mouse and pastes are to be encoded. */
import type { Terminal } from '@xterm/headless';
import type { Core } from './emulator-core.ts';

export type ProgramModes = {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
  readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  /** xterm.js has given up 1005 (utf8) and 1015 (urxvt) and says so to programs that ask; they never occur here. */
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
  readonly synchronizedOutput: boolean;
  readonly insert: boolean;
  readonly origin: boolean;
  readonly wraparound: boolean;
  readonly reverseWraparound: boolean;
  /** LNM: a line feed also returns the cursor. */
  readonly newline: boolean;
};

export function programModes(terminal: Terminal, core: Core | undefined): ProgramModes {
  const { modes } = terminal;
  return {
    applicationCursorKeys: modes.applicationCursorKeysMode,
    applicationKeypad: modes.applicationKeypadMode,
    bracketedPaste: modes.bracketedPasteMode,
    focusEvents: modes.sendFocusMode,
    mouse: modes.mouseTrackingMode,
    mouseEncoding: encodingOf(core?.coreMouseService.activeEncoding),
    synchronizedOutput: modes.synchronizedOutputMode,
    insert: modes.insertMode,
    origin: modes.originMode,
    wraparound: modes.wraparoundMode,
    reverseWraparound: modes.reverseWraparoundMode,
    newline: terminal.options.convertEol === true,
  };
}

function encodingOf(active: string | undefined): ProgramModes['mouseEncoding'] {
  if (active === 'SGR') return 'sgr';
  return active === 'SGR_PIXELS' ? 'sgrPixels' : 'default';
}
