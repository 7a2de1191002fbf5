/** `x-cotty/screen`: the screen of a terminal as text, with cursor, title and whether a program waits for input. */

import type { Recorder } from '../record/recorder.ts';
import { screenReport } from '../screen/screen-report.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { readableOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder };

export function screen({ terminals, recorder }: Needs): Request<'x-cotty/screen'> {
  return {
    when: 'ready',
    run(_peer, { channel, lines }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      return screenReport(terminal.reading, recorder.recordingOf(terminal.uri).log.running, lines);
    },
  };
}
