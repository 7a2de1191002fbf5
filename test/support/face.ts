/** Where things stand on cotty's screen, in one place: tests say what they mean, this file knows how it is drawn. */

import { ctrl, key } from './keys.ts';
import type { OuterScreen } from './outer-screen.ts';
import type { OuterTerminal } from './outer-terminal.ts';
import type { Sandbox } from './sandbox.ts';

export type ModeWord = 'RUN' | 'RAW' | 'LOCK' | 'BROWSE' | 'SELECT';

/** The word at the bottom left, which says where keys go. */
export function modeOf(screen: OuterScreen): string | undefined {
  const bar = screen.line(screen.rows - 1);
  // RUN has no word while the shell's prompt stands where one types. Before there is a tab, no mode has the keys.
  const unnamed = screen.alternate && /[^\s+]/.test(tabLine(screen)) ? 'RUN' : undefined;
  return /^\s*(RUN|RAW|LOCK|BROWSE|SELECT)\b/.exec(bar)?.[1] ?? unnamed;
}

export function tabLine(screen: OuterScreen): string {
  return screen.line(0);
}

/** What stands on the tab in front: the tab line marks it by its colours alone. */
export function frontTab(screen: OuterScreen): string {
  const cells = screen.cells(0);
  // Reversed, or without the surface that the others stand on.
  const reversed = cells.filter(({ attributes }) => attributes.includes('inverse'));
  const bare = cells.filter(({ bg }) => bg === '0:-1');
  const front = reversed.length > 0 || bare.length === cells.length ? reversed : bare;
  return front.map(({ text }) => text).join('');
}

/** Row of the separator between blocks and the live screen; -1 when a full-screen program has the body. */
export function separatorRow(screen: OuterScreen): number {
  return screen.lines().findIndex((line) => /^\s*── live ─|^ {2}● /.test(line));
}

/** What stands below the separator, without the status bar. */
function liveLines(screen: OuterScreen): string[] {
  return screen.lines().slice(separatorRow(screen) + 1, -1);
}

/** `✓ 0 npm ci`: chip and command line of the blocks in view, top to bottom. */
export function blocksOf(screen: OuterScreen): string[] {
  return screen.lines().flatMap((line) => {
    // Sign of a fold or the selection, chip, command line, and at the right folder, writer, duration and time.
    const header =
      /^[›▸ ] (✓|[✗!~?] \S+(?: restart)?|\^C) {2}(\S.*?)(?: \+\d+ lines?)?(?:(?:\s{2,}| ─).*)?$/.exec(line);
    const [, chip = '', command = ''] = header ?? [];
    return header === null ? [] : [`${chip === '✓' ? '✓ 0' : chip} ${command}`];
  });
}

export function waitForMode(window: OuterTerminal, mode: ModeWord): Promise<OuterScreen> {
  return window.waitFor(`mode ${mode}`, (screen) => modeOf(screen) === mode);
}

export function waitForBlock(window: OuterTerminal, block: string): Promise<OuterScreen> {
  return window.waitFor(`block "${block}"`, (screen) => blocksOf(screen).includes(block));
}

/** What is typed in RUN's line, up to the cursor. */
export function inputOf(screen: OuterScreen): string | undefined {
  const { x, y } = screen.cursor;
  return /^.*?[›$] (.*)$/.exec(screen.line(y).padEnd(x).slice(0, x))?.[1];
}

/** A shell that waits for a command, in the live screen. */
export function isAtPrompt(screen: OuterScreen): boolean {
  return liveLines(screen).some((line) => /\$\s*$/.test(line));
}

/** Whether the frame of a list or a question stands over the terminals. */
export function hasDialog(screen: OuterScreen): boolean {
  return screen.lines().some((line) => /╭─.*─╮/.test(line));
}

/** Whether the notice stands there that a terminal is gone for which something was being typed. */
export function hasGoneNotice(screen: OuterScreen): boolean {
  return screen.text().includes('What you were typing there reaches no other terminal.');
}

/** Opens a window and waits until its shell stands at a prompt and RUN takes a command. */
export async function openWindow(
  sandbox: Sandbox,
  options: Parameters<Sandbox['open']>[1] & { readonly args?: readonly string[] } = {},
): Promise<OuterTerminal> {
  const { args = [], ...rest } = options;
  const window = sandbox.open(args, rest);
  await waitForMode(window, 'RUN');
  await window.waitFor('a prompt', isAtPrompt);
  return window;
}

/** A new tab in front, opened by its key, so that this window holds it; its shell is at a prompt then. */
export async function openTab(window: OuterTerminal, name: string): Promise<void> {
  // The key that renames waits until the new tab is in front.
  window.send(ctrl('e'));
  window.send(key.f8);
  await window.waitForText('Rename this terminal');
  window.type(`${name}\r`);
  await window.waitFor(
    `a prompt in the new tab "${name}"`,
    (screen) => frontTab(screen).includes(name) && isAtPrompt(screen),
  );
}

/** A program runs, and the window knows of it: what is typed goes to the program, not into a line of cotty's. */
export function waitForKeysToGo(window: OuterTerminal, program: string): Promise<OuterScreen> {
  return window.waitFor(`keys that go to ${program}`, (screen) =>
    new RegExp(`RUN\\s+${program} .*keys go to it`).test(screen.line(screen.rows - 1)),
  );
}

/** Leaves the window and its terminals behind: BROWSE, d. */
export async function detach(window: OuterTerminal): Promise<void> {
  // Not Esc, which goes to a program that runs.
  window.send(key.f7);
  await waitForMode(window, 'BROWSE');
  window.send('d');
  await window.exited;
}

/** Modes a program may have set in the outer terminal; all of them off again is "clean". */
export function leftModes(screen: OuterScreen): string[] {
  const { modes, options } = screen.terminal;
  return [
    screen.alternate ? 'alternate screen' : '',
    modes.applicationCursorKeysMode ? 'application cursor keys' : '',
    modes.applicationKeypadMode ? 'application keypad' : '',
    modes.bracketedPasteMode ? 'bracketed paste' : '',
    modes.mouseTrackingMode === 'none' ? '' : `mouse ${modes.mouseTrackingMode}`,
    modes.sendFocusMode ? 'focus reports' : '',
    modes.synchronizedOutputMode ? 'synchronized output' : '',
    modes.wraparoundMode ? '' : 'no wraparound',
    modes.originMode ? 'origin mode' : '',
    options.cursorStyle === undefined || options.cursorStyle === 'block'
      ? ''
      : `cursor ${options.cursorStyle}`,
  ].filter(Boolean);
}
