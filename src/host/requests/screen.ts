/** `x-cotty/screen` — what is on the screen of a terminal, as text and facts. */

import { screenReport } from '../screen/screen-report.ts';
import type { Request } from './request.ts';
import { terminalOf } from './use-terminal.ts';

export const screen: Request<'x-cotty/screen'> = {
  method: 'x-cotty/screen',
  when: 'ready',
  run(parts, _peer, { channel, lines }) {
    const terminal = terminalOf(parts, channel);
    terminal.settle();
    return screenReport(terminal.reading, parts.recorder.of(terminal.uri).log.running, lines);
  },
};
