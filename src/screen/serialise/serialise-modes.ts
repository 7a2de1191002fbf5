/** Modes, cursor style, colours and title as sequences that neither print nor move the cursor. */
import type { EmulatorState } from '../emulator/emulator-state.ts';
import { colorSequences } from '../report/program-colors.ts';
import { otherKeysSequence } from './serialise-keyboard.ts';

const MOUSE = { none: '', x10: '?9', vt200: '?1000', drag: '?1002', any: '?1003' } as const;
const MOUSE_ENCODINGS = {
  default: '',
  utf8: '?1005',
  sgr: '?1006',
  urxvt: '?1015',
  sgrPixels: '?1016',
} as const;
const SHAPES = { block: 2, underline: 4, bar: 6 } as const;

export function modeSequences(state: EmulatorState): string {
  const { modes } = state;
  const on = [
    modes.applicationCursorKeys && '?1',
    modes.reverseWraparound && '?45',
    modes.applicationKeypad && '?66',
    modes.bracketedPaste && '?2004',
    modes.focusEvents && '?1004',
    MOUSE[modes.mouse],
    MOUSE_ENCODINGS[modes.mouseEncoding],
    modes.synchronizedOutput && '?2026',
    modes.newline && '20',
    state.cursorBlinkMode && '?12',
  ];
  const off = [!modes.wraparound && '?7', !state.cursorVisible && '?25'];
  const kept = state.titles.map((each) => `\x1b]2;${each}\x1b\\\x1b[22;2t`).join('');
  const title = state.title === '' ? '' : `\x1b]2;${state.title}\x1b\\`;
  const set = sequences(on, 'h') + sequences(off, 'l') + cursorStyle(state);
  return kept + title + colorSequences(state.colors) + set + otherKeysSequence(state.keyboard);
}

function sequences(modes: readonly (string | false)[], final: 'h' | 'l'): string {
  return modes.map((mode) => (mode ? `\x1b[${mode}${final}` : '')).join('');
}

/** DECSCUSR: odd numbers make the cursor blink; 7 and 8 set only the blinking. */
function cursorStyle({ cursorShape, cursorBlinks }: EmulatorState): string {
  if (cursorShape === undefined && cursorBlinks === undefined) return '';
  const steady = cursorShape === undefined ? 8 : SHAPES[cursorShape];
  return `\x1b[${cursorBlinks === true ? steady - 1 : steady} q`;
}
