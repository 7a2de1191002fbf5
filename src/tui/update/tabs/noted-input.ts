/** What a tab's view notes of input for its program, from whichever terminal it was typed. */

import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { withView } from '../../model/step.ts';

/** A shell at its prompt empties its line at Ctrl+C, and keeps it at Ctrl+L. */
const INTERRUPT = '\x03';
const QUIT = '\x1c';
const CLEAR_SCREEN = '\x0c';

/** The shell's own line may hold text from now on; a command that ends soon after it was stopped gives no notice. */
export function noted(model: Model, readings: Readings, uri: string, data: string): Model {
  const atPrompt = readings.terminal(uri)?.running === undefined;
  return withView(model, uri, {
    ...(atPrompt && data !== CLEAR_SCREEN ? { shellLineDirty: data !== INTERRUPT } : {}),
    ...(data === INTERRUPT || data === QUIT ? { stoppedAt: readings.now } : {}),
  });
}
