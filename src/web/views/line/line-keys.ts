/** Keys of RUN's line: those of the window's RUN, of which the browser's own meanings are prevented. */

import { askerOf } from '../../../client/claims.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import { IDLE, type InputContext } from '../../../client/commands/conditions.ts';
import { bindingFor, commandsIn } from '../../../client/commands/keymap.ts';
import { editOf } from '../../../screen/editor/edit.ts';
import { ACCEPTING } from '../../../screen/editor/recall.ts';
import { pressedKey, USUAL_KEYMAP } from '../../model/page-keymap.ts';
import { complete, type LinePlace, submit } from '../../model/submit.ts';

const INTERRUPT = '\x03';
const END_OF_INPUT = '\x04';
const CLEAR_SCREEN = '\x0c';

type Act = (place: LinePlace) => void;

/** What the line does for commands other than edits. */
const ACTS: Partial<Readonly<Record<CommandId, Act>>> = {
  'input.submit': submit,
  'input.dropIntoShell': complete,
  'input.historyPrevious': ({ front }) => front.line.walk('up'),
  'input.historyNext': ({ front }) => front.line.walk('down'),
  'input.historySearch': ({ page }) => {
    page.dialog.value = { kind: 'history' };
  },
  'input.lastArgument': ({ front }) => front.line.lastArgument(),
  'input.interrupt': ({ page, front }) => {
    if (front.line.text.peek() === '') page.type(front.uri, INTERRUPT);
    else front.line.do({ type: 'clear' });
  },
  'input.eof': ({ page, front }) => page.type(front.uri, END_OF_INPUT),
  'input.clearScreen': ({ page, front }) => page.type(front.uri, CLEAR_SCREEN),
  'mode.browse': ({ front }) => front.browse(),
};

/** The commands of RUN that the line knows, in the order of their keys. */
export const LINE_COMMANDS: readonly CommandId[] = commandsIn(USUAL_KEYMAP, 'run').filter(isLineCommand);

function isLineCommand(command: CommandId): boolean {
  return command in ACTS || editOf(command) !== undefined;
}

/** Does what a key of the field means. Returns whether the browser is to do nothing. */
export function lineKey(event: KeyboardEvent, place: LinePlace): boolean {
  // Keys that compose a character belong to the input method, and those with Command to the system.
  if (event.isComposing || event.metaKey) return false;
  const field = event.currentTarget as HTMLTextAreaElement;
  const name = pressedKey(event);
  if (name === undefined || isBrowsers(name)) return false;
  const { line } = place.front;
  const hasSelection = field.selectionStart !== field.selectionEnd;
  if (hasSelection && WITH_SELECTION.has(name)) return false;
  line.moveTo(field.selectionEnd);
  const command = bindingFor(USUAL_KEYMAP, 'run', name, contextOf(place, field))?.command;
  if (command !== undefined && run(command, place)) return true;
  // What the line has no meaning for would open a page of the browser, or close this one.
  return /^(?:ctrl|alt)\+\S$/u.test(name);
}

function run(command: CommandId, place: LinePlace): boolean {
  const { line } = place.front;
  const part = Object.hasOwn(ACCEPTING, command) ? ACCEPTING[command] : undefined;
  if (part !== undefined && line.accept(part)) return true;
  const act = ACTS[command];
  const editing = act === undefined ? editOf(command) : undefined;
  if (editing !== undefined) line.do(editing);
  else act?.(place);
  return act !== undefined || editing !== undefined;
}

/** Keys that the field does itself when text is selected: it copies, cuts, or replaces the text. */
const WITH_SELECTION: ReadonlySet<string> = new Set([
  'ctrl+c',
  'ctrl+x',
  'backspace',
  'delete',
  'left',
  'right',
  'up',
  'down',
  'home',
  'end',
]);

/** Keys that stay the browser's: paste, zoom, and all with Ctrl and Shift. */
function isBrowsers(name: string): boolean {
  return name === 'ctrl+v' || name.startsWith('ctrl+shift+') || /^ctrl\+[-+=0-9]$/.test(name);
}

function contextOf({ page, front }: LinePlace, field: HTMLTextAreaElement): InputContext {
  const info = page.info(front.uri);
  const { value, selectionStart, selectionEnd } = field;
  return {
    ...IDLE,
    empty: value === '',
    atEnd: selectionEnd === value.length,
    atStart: selectionStart === 0,
    selected: selectionStart !== selectionEnd,
    asked: info !== undefined && askerOf(info) !== undefined,
  };
}
