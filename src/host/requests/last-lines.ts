/** `x-cotty/lastLines`: what each terminal of a list has printed last. Its screen is not parsed for it. */

import type { TerminalState } from '../../protocol/terminal/state.ts';
import { lastLine } from '../../screen/text/last-line.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';

export function lastLines(terminals: Terminals): Request<'x-cotty/lastLines'> {
  return {
    when: 'ready',
    readOnly: true,
    run(_peer, { terminals: uris }) {
      return { lines: uris.map((uri) => lineOf(terminals, uri)) };
    },
  };
}

function lineOf(terminals: Terminals, uri: string): string | null {
  const terminal = terminals.find(uri);
  if (terminal === undefined || terminal.isFullScreen()) return null;
  const line = lastLine(outputOf(terminal.state));
  return line === '' ? null : line;
}

/** Returns what the last command has printed, without the prompt behind it; of a shell that marks nothing all there is. */
function outputOf({ content, supportsCommandDetection = false }: TerminalState): string {
  const command = content.findLast((part) => part.type === 'command');
  if (command !== undefined) return command.output;
  const last = content.at(-1);
  return last?.type === 'unclassified' && !supportsCommandDetection ? last.value : '';
}
