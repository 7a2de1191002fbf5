/** Sends RUN's line to the shell: to run it, or half-written, to have it completed there. */

import { submittedLine, typedLine } from '../../protocol/terminal/shell-line.ts';
import type { FrontTerminal } from './front-terminal.ts';
import type { Page } from './page.ts';

/** RUN's line of a terminal. */
export type LinePlace = { readonly page: Page; readonly front: FrontTerminal };

/** Sends the line. It stays where the terminal has to be asked for first, until the answer. */
export function submit({ page, front }: LinePlace): void {
  const { line } = front;
  const sent = submittedLine(line.text.peek(), shellLine(front));
  front.list.selected.value = undefined;
  page.type(front.uri, sent, false, () => {
    line.sent();
    front.shellLineDirty = false;
  });
}

/** Gives the half line to the shell, which completes it; the next command leads back to the line. */
export function complete({ page, front }: LinePlace): void {
  const sent = `${typedLine(front.line.text.peek(), shellLine(front))}\t`;
  page.type(front.uri, sent, false, () => {
    front.line.sent();
    front.dropIntoShell();
  });
}

function shellLine(front: FrontTerminal) {
  return {
    bracketedPaste: front.screen.terminal.modes.bracketedPasteMode,
    dirty: front.shellLineDirty,
    delivered: front.meta.peek().takesLines === true,
  };
}
