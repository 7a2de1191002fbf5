/** Where the outputs of a terminal's commands are read from. */

import type { OutputSources } from '../../ledger/read/command-output.ts';
import type { Recorder } from './recorder.ts';

export function sourcesOf(recorder: Recorder, uri: string): OutputSources {
  const { log, folder, text, ledger } = recorder.recordingOf(uri);
  return { log, folder, text, written: () => ledger?.written() ?? Promise.resolve() };
}
