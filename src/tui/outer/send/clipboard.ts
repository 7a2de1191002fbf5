/** Copying out: through the terminal (OSC 52) where it can carry the text, else into a file; says which way it went. */

import type { Capabilities } from '../capabilities.ts';
import { throughScreen, throughTmux } from '../passthrough.ts';

/** Base64 beyond this is cut or refused by terminals (xterm and tmux keep about 1 MiB, others 100,000 bytes). */
export const osc52Limit = 100_000;

export type ClipboardRoute =
  /** A program of this machine: `wl-copy`, `xclip`, `pbcopy`. */
  | { readonly kind: 'tool'; readonly file: string; readonly args: readonly string[] }
  | { readonly kind: 'osc52'; readonly bytes: string }
  | { readonly kind: 'file' };

export type ClipboardFacts = Pick<
  Capabilities,
  'program' | 'tmux' | 'screen' | 'ssh' | 'bareConsole' | 'clipboard'
> & {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
};

export type ClipboardActs = {
  readonly write: (bytes: string) => void;
  /** False when the tool is not there or fails. */
  readonly runTool: (file: string, args: readonly string[], text: string) => Promise<boolean>;
  /** Writes a file only its owner can read and returns its path. */
  readonly save: (text: string) => Promise<string>;
};

/** The route in words, for the line that tells the person: "OSC 52", "wl-copy", "file /run/…/copied.txt". */
export async function copy(text: string, facts: ClipboardFacts, acts: ClipboardActs): Promise<string> {
  for (const route of clipboardRoutes(text, facts)) {
    const words = await take(route, text, acts);
    if (words !== undefined) return words;
  }
  return `file ${await acts.save(text)}`;
}

/** Ways to try in turn; the first that works is the last. OSC 52 has no answer, so nothing comes after it. */
export function clipboardRoutes(text: string, facts: ClipboardFacts): readonly ClipboardRoute[] {
  const routes: ClipboardRoute[] = [];
  // A tool of this machine reaches the person's clipboard only where the person sits at this machine.
  const tool = facts.ssh ? undefined : toolOf(facts);
  const bytes = ignoresOsc52(facts) ? undefined : osc52(text, facts);
  if (tool !== undefined && (bytes === undefined || !facts.clipboard)) routes.push(tool);
  routes.push(bytes === undefined ? { kind: 'file' } : { kind: 'osc52', bytes });
  return routes;
}

/** Undefined when the text is too long for it. */
export function osc52(
  text: string,
  { tmux, screen }: Pick<ClipboardFacts, 'tmux' | 'screen'>,
): string | undefined {
  const base64 = Buffer.from(text, 'utf8').toString('base64');
  if (base64.length > osc52Limit) return undefined;
  const plain = `\x1b]52;c;${base64}\x07`;
  // tmux takes the plain form with `set-clipboard on`, and hands the wrapped one through with `allow-passthrough on`.
  if (tmux) return `${plain}${throughTmux(plain)}`;
  return screen ? throughScreen(plain) : plain;
}

/** Terminals that are known to drop it silently, unless their DA1 says otherwise; tmux answers for itself. */
function ignoresOsc52({ program, bareConsole, clipboard, tmux, env }: ClipboardFacts): boolean {
  if (clipboard || tmux) return false;
  return bareConsole || program === 'Apple_Terminal' || (env['VTE_VERSION'] ?? '') !== '';
}

function toolOf({ env, platform }: ClipboardFacts): ClipboardRoute | undefined {
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
