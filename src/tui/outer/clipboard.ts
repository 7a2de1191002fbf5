/** Copying out: by a tool of this machine, through the outer terminal (OSC 52), or into a file. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { type Capabilities, throughScreen, throughTmux } from './capabilities.ts';

/** Longest base64 text that terminals neither cut nor refuse (xterm and tmux keep about 1 MiB, others 100,000 bytes). */
export const osc52Limit = 100_000;

type ClipboardRoute =
  /** A clipboard tool of this machine: `wl-copy`, `xclip`, `pbcopy`. */
  | { readonly kind: 'tool'; readonly file: string; readonly args: readonly string[] }
  | { readonly kind: 'osc52'; readonly bytes: string }
  | { readonly kind: 'file' };

export type ClipboardCapabilities = Pick<
  Capabilities,
  'program' | 'tmux' | 'screen' | 'ssh' | 'bareConsole' | 'clipboard'
> & {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
};

type ClipboardActs = {
  readonly write: (bytes: string) => void;
  /** Resolves to false when the tool is missing or fails. */
  readonly runTool: (file: string, args: readonly string[], text: string) => Promise<boolean>;
  /** Writes a file that only its owner can read, and returns its path. */
  readonly save: (text: string) => Promise<string>;
};

/** Copies a text and returns the route as shown to the user: "OSC 52", "wl-copy", "file /run/…/copied.txt". */
export async function copy(text: string, outer: ClipboardCapabilities, acts: ClipboardActs): Promise<string> {
  for (const route of clipboardRoutes(text, outer)) {
    const words = await take(route, text, acts);
    if (words !== undefined) return words;
  }
  return `file ${await acts.save(text)}`;
}

/** Returns the routes to try until one works. OSC 52 gets no answer, so no route comes after it. */
export function clipboardRoutes(text: string, outer: ClipboardCapabilities): readonly ClipboardRoute[] {
  const routes: ClipboardRoute[] = [];
  // Over ssh, a tool of this machine would not reach the user's clipboard.
  const tool = outer.ssh ? undefined : toolOf(outer);
  const bytes = ignoresOsc52(outer) ? undefined : osc52(text, outer);
  if (tool !== undefined && (bytes === undefined || !outer.clipboard)) routes.push(tool);
  routes.push(bytes === undefined ? { kind: 'file' } : { kind: 'osc52', bytes });
  return routes;
}

/** Returns the bytes of OSC 52; undefined when the text is too long. */
export function osc52(
  text: string,
  { tmux, screen }: Pick<ClipboardCapabilities, 'tmux' | 'screen'>,
): string | undefined {
  const base64 = Buffer.from(text, 'utf8').toString('base64');
  if (base64.length > osc52Limit) return undefined;
  const plain = `\x1b]52;c;${base64}\x07`;
  // tmux takes the plain form with `set-clipboard on`, and passes the wrapped one on with `allow-passthrough on`.
  if (tmux) return `${plain}${throughTmux(plain)}`;
  return screen ? throughScreen(plain) : plain;
}

/** Whether the terminal is known to drop OSC 52 silently, unless its DA1 lists 52; tmux answers for itself. */
function ignoresOsc52({ program, bareConsole, clipboard, tmux, env }: ClipboardCapabilities): boolean {
  if (clipboard || tmux) return false;
  return bareConsole || program === 'Apple_Terminal' || (env['VTE_VERSION'] ?? '') !== '';
}

function toolOf({ env, platform }: ClipboardCapabilities): ClipboardRoute | undefined {
  if (platform === 'darwin') return { kind: 'tool', file: 'pbcopy', args: [] };
  if (env['WAYLAND_DISPLAY']) return { kind: 'tool', file: 'wl-copy', args: [] };
  if (env['DISPLAY']) return { kind: 'tool', file: 'xclip', args: ['-selection', 'clipboard', '-in'] };
  return undefined;
}

async function take(route: ClipboardRoute, text: string, acts: ClipboardActs): Promise<string | undefined> {
  switch (route.kind) {
    case 'tool':
      return (await acts.runTool(route.file, route.args, text)) ? route.file : undefined;
    case 'osc52':
      acts.write(route.bytes);
      return 'OSC 52';
    case 'file':
      return undefined;
  }
}

// The ways of copying outside this process: a clipboard tool, or a private file.

/** Timeout of a clipboard tool (ms): it may hang on its display server. */
const toolTimeoutMs = 2000;

export function runTool(file: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: toolTimeoutMs });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    // A missing tool closes its stdin before the text has gone; `error` or `exit` reports it.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}

/** Saves the last copied text in one file. Renames it into place, so that no existing file is written to. */
export async function saveCopied(folder: string, text: string): Promise<string> {
  const path = join(folder, 'copied.txt');
  await replaceFile(path, text);
  return path;
}
