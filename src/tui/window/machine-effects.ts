/** Effects on this machine and the outer terminal: the clipboard and the pager; the outer terminal's colours. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rgb } from '../input/report.ts';
import type { Message } from '../model/message.ts';
import type { Effect } from '../model/step.ts';
import { CELL_QUESTION, imageProtocol } from '../outer/capabilities.ts';
import { copy, runTool, saveCopied } from '../outer/clipboard.ts';
import { forwardedLink, linkOpener, runOpener } from '../outer/open-link.ts';
import type { OuterCell } from '../paint/images/visible-images.ts';
import { Pager, type PagerText } from './pager.ts';
import type { World } from './world.ts';

const STDOUT = 1;

/** Copies a text; resolves to a description of the way it took, for the toast. */
export function copyText(text: string, { outer, env, platform, window }: World): Promise<string> {
  return copy(
    text,
    { ...window.model.outer, env, platform },
    {
      write: (bytes) => outer.write(bytes),
      runTool,
      save: (copied) => saveCopied(privateFolder(env), copied),
    },
  );
}

/**
 * Opens a hyperlink of a terminal, or copies it if no program can open it; reports which of the two. If it leads to localhost of
 * another machine, that port is forwarded.
 */
export async function openLink(
  { address: written, uri }: Extract<Effect, { kind: 'openLink' }>,
  world: World,
): Promise<Message> {
  const { env, platform, window } = world;
  const { address, reached } = await forwardedLink(written, async (port) => world.reach?.(uri, port));
  const opener = linkOpener({ ssh: window.model.outer.ssh, env, platform });
  if (opener !== undefined && (await runOpener(opener, address)))
    return { kind: 'opened', with: opener, reached };
  return {
    kind: 'copied',
    what: reached === undefined ? 'link' : `link: ${reached}`,
    route: await copyText(address, world),
  };
}

/** Shows a text in the pager, which has the terminal until it ends. */
export function showInPager(text: PagerText, world: World): Promise<void> {
  const { env, window } = world;
  const pager = window.model.settings.pager || env['PAGER'] || 'less -R';
  const missing = `there is no pager "${pager}"; set PAGER or the setting pager`;
  return lendTo(() => new Pager(pager, text, env, missing), world);
}

/** Runs an editor, which has the terminal until it ends. */
export function showInEditor(command: string, world: World): Promise<void> {
  const missing = `there is no editor "${command}"; set EDITOR or the setting editor`;
  return lendTo(() => new Pager(command, undefined, world.env, missing), world);
}

async function lendTo(start: () => Pager, world: World): Promise<void> {
  const { outer, window, signal } = world;
  if (outer.foregroundProgram !== undefined || window.keys.settling) return;
  // The release of a click that opens a file would be printed on the screen that the program starts from.
  await window.keys.mouseSettled(() => outer.prepareToLeave());
  if (signal.aborted) return;
  window.keys.stop();
  // The program reads the terminal's modes as it starts.
  outer.leaveNow();
  const pager = start();
  outer.lend(pager);
  window.notify({ kind: 'focus', gained: false, raw: '' });
  try {
    await pager.ended;
  } finally {
    // A window that ends takes nothing back.
    if (!signal.aborted) {
      outer.takeBack();
      window.keys.start();
      window.notify({ kind: 'focus', gained: true, raw: '' });
      window.repaint();
    }
  }
}

/**
 * Sends the host the colours and cell size of the outer terminal, with which it answers queries of programs; and the setting
 * `nestedShells` of a configuration file that the host does not read itself.
 */
export function sendColors({ client, window, source }: World): void {
  const { outer, settings } = window.model;
  const { foreground, background, cell, clusters, settled } = outer;
  const colors = {
    ...(foreground === undefined ? {} : { foreground: xColor(foreground) }),
    ...(background === undefined ? {} : { background: xColor(background) }),
    ...(cell === undefined ? {} : { cell }),
    ...(clusters === undefined ? {} : { clusters }),
    ...(settled ? { pictures: imageProtocol(outer) !== undefined } : {}),
    ...(source?.isOwn === false ? { nestedShells: settings.nestedShells } : {}),
  };
  if (Object.keys(colors).length > 0) client.notifyColors(colors);
}

/** Measures a cell: asks the terminal if it has answered that question before, else the kernel. */
export async function measureCell({ outer, window, platform }: World): Promise<void> {
  if (window.model.outer.cellAnswered) {
    outer.write(CELL_QUESTION);
    return;
  }
  const cell = await readCellSize(STDOUT, platform);
  if (cell !== undefined) window.notify({ kind: 'report', raw: '', report: { kind: 'cellSize', ...cell } });
}

function privateFolder(env: NodeJS.ProcessEnv): string {
  const runtime =
    env['COTTY_RUNTIME_DIR'] ?? (env['XDG_RUNTIME_DIR'] && join(env['XDG_RUNTIME_DIR'], 'cotty'));
  return runtime || join(tmpdir(), `cotty-${process.getuid?.() ?? 'user'}`);
}

/** Encodes a colour as X11 does, and as terminals answer OSC 10 and 11: `rgb:ffff/0000/0000`. */
function xColor({ red, green, blue }: Rgb): string {
  const channel = (value: number) => value.toString(16).padStart(2, '0').repeat(2);
  return `rgb:${channel(red)}/${channel(green)}/${channel(blue)}`;
}

// The size of a cell in pixels, from the kernel (TIOCGWINSZ): a terminal may set its window size there and yet not
// answer CSI t, as xterm does where window operations are disabled. ssh passes the size on.

/** The request for the size of a terminal (TIOCGWINSZ). */
const REQUESTS: Readonly<Record<string, number>> = { linux: 0x5413, darwin: 0x40087468 };
/** Four numbers of 16 bits: rows, columns, and the pixels of all columns and rows. */
const STRUCT_BYTES = 8;

/** Returns undefined if the terminal has not set its size in pixels, or the kernel cannot be asked. */
export async function readCellSize(fd: number, platform: string): Promise<OuterCell | undefined> {
  const request = REQUESTS[platform];
  if (request === undefined) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const ioctl = koffi.load(null).func('int ioctl(int, unsigned long, ...)') as (
      ...args: readonly unknown[]
    ) => number;
    const struct = Buffer.alloc(STRUCT_BYTES);
    return ioctl(fd, request, 'void *', struct) === 0 ? cellOfWindow(struct) : undefined;
  } catch {
    // koffi has no build for this system or its C library.
    return undefined;
  }
}

/** Reads `struct winsize`. Pixels beyond whole cells are borders, which some terminals count. */
export function cellOfWindow(struct: Buffer): OuterCell | undefined {
  const [rows = 0, cols = 0, across = 0, down = 0] = [0, 2, 4, 6].map((at) => struct.readUInt16LE(at));
  const cell = { width: Math.floor(across / cols), height: Math.floor(down / rows) };
  return cell.width >= 1 && cell.height >= 1 && rows > 0 && cols > 0 ? cell : undefined;
}
