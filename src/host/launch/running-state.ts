/** The state of a terminal whose program has been started and has printed nothing that is known. It has no name yet. */

import type { TerminalState } from '../../protocol/terminal/state.ts';

type Known = Pick<TerminalState, 'claim'> & {
  readonly cols: number;
  readonly rows: number;
  /** A URI; undefined when it is not known. */
  readonly cwd: string | undefined;
};

export function runningState({ cwd, cols, rows, claim }: Known): TerminalState {
  return {
    title: '',
    ...(cwd === undefined ? {} : { cwd }),
    cols,
    rows,
    content: [],
    lifecycle: { status: 'running' },
    claim,
    isPty: true,
  };
}
