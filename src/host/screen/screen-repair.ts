/** Repairs the screen after a program was killed by a signal, and could not reset the modes that it had set. */

import { isSuspended, SIGNAL_OFFSET } from '../../protocol/common/exit-status.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';

/** Highest number of a signal. */
const MAX_SIGNAL = 64;

/** The letter of the plain character set. */
const ASCII = 'B';

/** Whether an exit status means that a signal has ended the command. A suspended one still has its modes. */
export function endedBySignal(exitCode: number | undefined): boolean {
  const signal = (exitCode ?? 0) - SIGNAL_OFFSET;
  return signal > 0 && signal <= MAX_SIGNAL && !isSuspended(exitCode);
}

/** Returns the sequences that reset the modes of a program; empty if none is set. */
export function screenRepair(emulator: Emulator): string {
  const { modes, alternate, cursor, rows } = emulator;
  const { charset, charsets, normal } = emulator.state();
  const region = normal.top !== 0 || normal.bottom !== rows - 1;
  const left = [
    [modes.kittyKeyboard !== 0, '\x1b[<9u\x1b[=0u'],
    [modes.modifyOtherKeys !== 0, '\x1b[>4m'],
    [modes.mouse !== 'none', '\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l'],
    [modes.mouseEncoding !== 'default', '\x1b[?1006l\x1b[?1016l'],
    [modes.focusEvents, '\x1b[?1004l'],
    [modes.synchronizedOutput, '\x1b[?2026l'],
    [modes.insert, '\x1b[4l'],
    [!modes.wraparound, '\x1b[?7h'],
    [modes.newline, '\x1b[20l'],
    [charset !== ASCII || charsets.some((set) => set !== ASCII), '\x0f\x1b(B\x1b)B\x1b*B\x1b+B'],
    [modes.applicationCursorKeys, '\x1b[?1l'],
    [modes.applicationKeypad, '\x1b>'],
    [!cursor.visible, '\x1b[?25h'],
    // Both sequences move the cursor home, so it is restored.
    [modes.origin || region, `\x1b[?6l\x1b[r\x1b[${normal.y + 1};${normal.x + 1}H`],
    // The alternate screen is left last, so that the other modes are reset on the screen on which they were set.
    [alternate, '\x1b[r\x1b[?1049l'],
  ] as const;
  const undo = left.map(([on, sequence]) => (on ? sequence : '')).join('');
  // A program that left modes behind probably left a character set and colours, too.
  return undo === '' ? '' : `\x0f\x1b(B\x1b[0m${undo}`;
}
