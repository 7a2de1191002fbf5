/** Effects on this machine and the outer terminal: the clipboard and the pager; the outer terminal's colours. */

import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rgb } from '../input/report.ts';
import { copy } from '../outer/send/clipboard.ts';
import { runTool, saveCopied } from '../outer/send/clipboard-acts.ts';
import type { World } from './world.ts';

/** Copies a text; returns the route it took, in words. */
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

/** Shows a text in the pager, which has the terminal until it ends. */
export async function showInPager(text: string, { outer, env, window }: World): Promise<void> {
  const pager = window.model.settings.pager || env['PAGER'] || 'less -R';
  window.keys.stop();
  outer.leaveNow();
  try {
    await runPager(pager, text, env);
  } finally {
    outer.enter();
    window.keys.start();
    window.repaint();
  }
}

/** Tells the host the colours of the outer terminal, which it gives to programs that ask. */
export function sendColors({ client, window }: World): void {
  const { foreground, background } = window.model.outer;
  client.notifyColors({
    ...(foreground === undefined ? {} : { foreground: xColor(foreground) }),
    ...(background === undefined ? {} : { background: xColor(background) }),
  });
}

/** Runs `$PAGER`, by tradition a shell command: `less -R`, `bat --paging=always`. */
function runPager(pager: string, text: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'], env });
    child.on('error', reject);
    child.on('exit', (code) => {
      // 127 is the shell's "not found"; any other exit code of a pager says nothing about the text.
      if (code === 127) reject(new Error(`there is no pager "${pager}"; set PAGER or the setting pager`));
      else resolve();
    });
    // A pager that is quit early closes its input.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}

function privateFolder(env: NodeJS.ProcessEnv): string {
  const runtime =
    env['COTTY_RUNTIME_DIR'] ?? (env['XDG_RUNTIME_DIR'] && join(env['XDG_RUNTIME_DIR'], 'cotty'));
  return runtime || join(tmpdir(), `cotty-${process.getuid?.() ?? 'user'}`);
}

/** Spells a colour as X11 does, and as terminals answer OSC 10 and 11: `rgb:ffff/0000/0000`. */
function xColor({ red, green, blue }: Rgb): string {
  const channel = (value: number) => value.toString(16).padStart(2, '0').repeat(2);
  return `rgb:${channel(red)}/${channel(green)}/${channel(blue)}`;
}
