/** Keys of BROWSE, where they are for the blocks: nothing is typed into a shell then. */

import type { Block } from '../../../client/blocks/block.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import { IDLE } from '../../../client/commands/conditions.ts';
import { bindingFor, commandsIn } from '../../../client/commands/keymap.ts';
import { hasFailed } from '../../../review/exit-state.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { pressedKey, USUAL_KEYMAP } from '../../model/page-keymap.ts';
import { canRun, hasAct, runCommand } from '../acts/page-acts.ts';

export type BlockKeyPlace = {
  readonly page: Page;
  readonly front: FrontTerminal;
  /** Brings the block with this index into sight. */
  readonly show: (index: number) => void;
};

type Act = (place: BlockKeyPlace) => void;

const move =
  (by: number, wanted?: (block: Block) => boolean): Act =>
  ({ front, show }) => {
    const index = front.list.move(by, wanted);
    if (index !== undefined) show(index);
  };

const marked = ({ bookmarked }: Block) => bookmarked === true;
const failed = ({ status }: Block) => hasFailed(status);

/** What needs the list of blocks, or means something else here than elsewhere. */
const ACTS: Partial<Readonly<Record<CommandId, Act>>> = {
  'block.next': move(1),
  'block.previous': move(-1),
  'block.nextFailed': move(1, failed),
  'block.previousFailed': move(-1, failed),
  'block.nextMarked': move(1, marked),
  'block.previousMarked': move(-1, marked),
  'block.first': move(Number.NEGATIVE_INFINITY),
  'block.last': move(Number.POSITIVE_INFINITY),
  'mode.run': ({ front }) => front.leaveBrowse(),
};

/** The commands of BROWSE that the page knows, in the order of their keys. */
export const BLOCK_COMMANDS: readonly CommandId[] = commandsIn(USUAL_KEYMAP, 'browse').filter(
  (command) => command in ACTS || hasAct(command),
);

/** Does what a key means while the blocks are browsed. Returns whether it means something. */
export function blockKey(event: KeyboardEvent, place: BlockKeyPlace): boolean {
  if (event.isComposing || event.metaKey) return false;
  const name = pressedKey(event);
  const binding = name === undefined ? undefined : bindingFor(USUAL_KEYMAP, 'browse', name, IDLE);
  if (binding === undefined) return false;
  const { command, argument } = binding;
  const act = ACTS[command];
  if (act !== undefined) act(place);
  else if (canRun(place.page, command)) runCommand(place.page, command, argument);
  else return false;
  return true;
}
