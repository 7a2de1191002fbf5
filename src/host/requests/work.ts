/** `x-cotty/work`: what a terminal would lose if it were closed now, so that people are asked before. */

import { foregroundProgram } from '../processes/foreground.ts';
import { jobsOf } from '../processes/jobs.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { terminalOf } from './use-terminal.ts';

export function work(terminals: Terminals): Request<'x-cotty/work'> {
  return {
    when: 'ready',
    readOnly: true,
    async run(_peer, { channel }) {
      const terminal = terminalOf(terminals, channel);
      const { pid, running } = terminal.meta;
      if (terminal.state.lifecycle.status === 'exited') return { running: null, jobs: [] };
      // The process of a terminal at a client is known to that client only.
      const isHere = terminal.owner === undefined && pid !== undefined;
      const program = isHere ? foregroundProgram(pid) : undefined;
      return { running: running?.commandLine ?? program ?? null, jobs: isHere ? await jobsOf(pid) : [] };
    },
  };
}
