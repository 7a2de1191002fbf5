/** `cotty web`: starts the web server if needed, makes a link that works once, and prints it. */

import { spawn } from 'node:child_process';
import { renderUnicodeCompact } from 'uqr';
import { linkOf, reachableAt } from '../../client/share/web-link.ts';
import { reachWarning } from '../../host/listener/tcp-port.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { USUAL_WEB_PORT } from '../../protocol/common/uri.ts';
import type { WebStatus } from '../../protocol/cotty/web.ts';
import type { Io } from '../common/io.ts';
import { complain, say, sayJson, sayOutput } from '../common/print.ts';
import { refuseUsage } from '../common/usage-error.ts';
import { writeLinkPage } from './link-page.ts';
import { withOwnHost } from './own-client.ts';
import { readServerFlags, type ServerFlags } from './web-flags.ts';

type LinkFlags = ServerFlags & { readonly watch: boolean; readonly json: boolean };

export function openWeb(flags: LinkFlags, mayOpen: boolean, io: Io): Promise<number> {
  const read = readServerFlags(flags, io.cwd);
  if (!read.ok) return Promise.resolve(refuseUsage(read.error, 'web', io));
  return withOwnHost({ start: true }, io, async ({ cotty: { web } }) => {
    const { open: wasOpen } = await web.status();
    const status = await web.open(read.server);
    const access = flags.watch ? 'watch' : 'full';
    const { id, secret, expires } = await web.link(access);
    const link = linkOf(reachableAt(status), secret);
    warn(status, io);
    if (flags.json) {
      const { address, fingerprint } = status;
      sayJson(io, { id, link, access, expires, address, fingerprint, opened: !wasOpen });
      return;
    }
    const opened = mayOpen && (await shownInBrowser(link, io));
    say(io, `${serverLine(status, { wasOpen, asked: flags.listen !== undefined })}\n\n  ${link}\n\n`);
    const code = io.stdout.isTTY === true ? qrCode(link, io.stdout.columns ?? 0) : undefined;
    if (code !== undefined) sayOutput(io, `${code}\n`);
    if (status.fingerprint !== undefined) say(io, `${certificateText(status.fingerprint)}\n\n`);
    const time = longDuration(Math.max(0, expires - Date.now()));
    say(io, `${opened ? 'A browser was started with it. ' : ''}${closing(access, time)}\n`);
  });
}

async function shownInBrowser(link: string, io: Io): Promise<boolean> {
  const program = browserOpener(io.env, process.platform);
  if (program === undefined || io.stdout.isTTY !== true) return false;
  const page = writeLinkPage(link, io.env);
  return page !== undefined && openBrowser(program, page, io.env);
}

function serverLine(
  { address = '', waits }: WebStatus,
  { wasOpen, asked }: { readonly wasOpen: boolean; readonly asked: boolean },
): string {
  if (waits !== undefined) return `The web server is not open yet: ${waits}.`;
  const other = !wasOpen && !asked && !address.endsWith(`:${USUAL_WEB_PORT}`);
  return `The web server is open at ${address}${other ? `, since port ${USUAL_WEB_PORT} is taken` : ''}. The link to it:`;
}

function certificateText(fingerprint: string): string {
  return `The connection is encrypted with a certificate that this machine has made for itself, so the browser warns once and asks
whether to go on. It is the right one if the browser shows this SHA-256 fingerprint:

  ${fingerprint}

--cert and --key take one that browsers know; --http does without, and can be read on the way.`;
}

function closing(access: 'full' | 'watch', time: string): string {
  const may = access === 'watch' ? 'Whoever opens it can only watch' : 'Whoever opens it has your shells';
  return `${may}. It works once, within ${time}. cotty web links: who is in; cotty web stop: stop the server.`;
}

/** The server logs this as well, but the user of this command does not see the log. */
function warn({ address = '', beyondLoopback, noPage }: WebStatus, io: Io): void {
  if (beyondLoopback === true) complain(io, reachWarning(address, 'a link', address.startsWith('https:')));
  if (noPage !== undefined) complain(io, `warning: ${noPage}`);
}

/** Returns the program that opens URLs, or undefined without a display, as in an SSH session. */
export function browserOpener(env: Io['env'], platform: NodeJS.Platform): string | undefined {
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['SSH_CLIENT']) return undefined;
  if (platform === 'darwin') return 'open';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}

/** Resolves with whether the program was started; does not wait for its end. */
function openBrowser(program: string, url: string, env: Io['env']): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [url], { stdio: 'ignore', detached: true, env });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}

// A link as a QR code for the camera of a phone, two modules to a character.

/** Empty modules around the code; cameras need some where the screen is dark. */
const BORDER = 2;

/**
 * Returns the lines of the code, or undefined if they are wider than `columns`. Colours are set, so that modules are dark on light
 * in every theme: the characters draw the light modules, so the foreground is light.
 */
export function qrCode(text: string, columns: number): string | undefined {
  const lines = renderUnicodeCompact(text, { border: BORDER }).split('\n');
  if (lines.some((line) => Array.from(line).length > columns)) return undefined;
  return lines.map((line) => `\x1b[38;5;231;48;5;16m${line}\x1b[0m\n`).join('');
}
