/** Keys that count wherever the focus is; the rest goes to the program or the field that has it. */

import { COMMANDS, type CommandId } from '../../../client/commands/commands.ts';
import { IDLE, type InputContext } from '../../../client/commands/conditions.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import { bindingFor, bindingsFor, commandsIn } from '../../../client/commands/keymap.ts';
import { holderOf } from '../../../client/holder.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { pageKeymap, pressedKey } from '../../model/page-keymap.ts';
import { coversTerminal } from '../../model/place.ts';
import { canRun, hasAct, isAsked, runCommand } from './page-acts.ts';

export const PAGE_KEYMAP = pageKeymap(hasAct);

export type PageKey = { readonly keys: string; readonly does: string };

/** The keys at a prompt, as the dialog of keys lists them. */
export const PAGE_KEYS: readonly PageKey[] = commandsIn(PAGE_KEYMAP, 'run')
  .filter((command) => !isOfLine(command))
  .map((command) => {
    const [first, ...more] = bindingsFor(PAGE_KEYMAP, 'run', command).map(({ key }) => keyLabel(key));
    const { title } = COMMANDS[command];
    const keys = command === 'tab.select' ? [`${first} … ${more.at(-1)}`] : [first, ...more];
    return { keys: keys.join(', '), does: title };
  });

/** Listens until the returned function is called. */
export function listenForPageKeys(page: Page): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.metaKey || event.isComposing || page.isModal.peek()) return;
    if (!runKey(page, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}

/** Keys of the line are for the line itself, which has the state that they depend on. */
function isOfLine(command: CommandId): boolean {
  return COMMANDS[command].group === 'Input';
}

/** Commands that leave a page which lies over the terminal, or lie over it themselves. */
const OVER_PAGES: ReadonlySet<string> = new Set(['palette.open', 'tab.select', 'tab.list', 'help.open']);

/** Runs the command of a key; false where the key is for what has the focus. */
function runKey(page: Page, event: KeyboardEvent): boolean {
  const front = page.front.peek();
  const table = front === undefined || front.takesLines.peek() ? 'run' : 'raw';
  const key = pressedKey(event);
  if (key === undefined) return false;
  const binding = bindingFor(PAGE_KEYMAP, table, key, contextOf(page, front, event));
  if (binding === undefined || isOfLine(binding.command)) return false;
  const { command, argument } = binding;
  const isCovered = coversTerminal(page.place.peek());
  if (isCovered && !OVER_PAGES.has(command)) return false;
  if (!canRun(page, command)) return false;
  // RAW ends by a key only where the person has begun it: a program gets its keys.
  if (command === 'mode.run' && (front?.raw.peek() !== true || front.running.peek() !== undefined))
    return false;
  runCommand(page, command, argument);
  return true;
}

/** The state on which the command of a key depends. A field that has the focus counts as the line. */
function contextOf(page: Page, front: FrontTerminal | undefined, { target }: KeyboardEvent): InputContext {
  const { split } = page.panes.shown.peek();
  const info = front && page.info(front.uri);
  return {
    ...IDLE,
    ...lineOf(target),
    running: front?.running.peek() !== undefined,
    fullScreen: front?.live.peek().fullScreen === true,
    asked: front !== undefined && isAsked(page, front.uri),
    holder: info !== undefined && holderOf(info, page.me).kind === 'me' ? 'me' : 'other',
    sideBySide: split !== undefined,
  };
}

function lineOf(target: EventTarget | null): Pick<InputContext, 'empty' | 'atStart' | 'atEnd'> {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (!isField || target.classList.contains('xterm-helper-textarea'))
    return { empty: true, atStart: true, atEnd: true };
  const { value, selectionStart, selectionEnd } = target;
  return { empty: value === '', atStart: selectionEnd === 0, atEnd: selectionStart === value.length };
}
