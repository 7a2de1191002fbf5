/** Sources from which the outputs of a terminal's commands are read. */

import type { OutputSources } from '../../ledger/read/command-output.ts';
import type { Recorder } from './recorder.ts';

/** `pause` lets others have their turn. */
export function sourcesOf(recorder: Recorder, uri: string, pause: () => Promise<void>): OutputSources {
  const { commands, folder, text, ledger } = recorder.recordOf(uri);
  return { commands, folder, text, written: () => ledger?.written() ?? Promise.resolve(), pause };
}
