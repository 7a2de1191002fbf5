/** What a window does to the machine besides the host — clipboard, pager, bell, suspension. */

import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../client/client.ts';
import type { Rgb } from '../input/report.ts';
import type { Model } from '../model/model.ts';
import type { OuterTerminal } from '../outer/outer-terminal.ts';
import { copy } from '../outer/send/clipboard.ts';
import { runTool, saveCopied } from '../outer/send/clipboard-acts.ts';
import type { Notices } from '../outer/send/notices.ts';
import type { Suspension } from '../outer/suspend.ts';
import type { World } from './perform.ts';

export type WindowWorldOptions = {
  readonly outer: OuterTerminal;
  readonly suspension: Suspension;
  readonly client: Client;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly model: () => Model;
  /** The terminal shows something else now: paint everything. */
  readonly repaint: () => void;
  readonly notices: Notices;
  /** Keys go to another program for a while, or come back. */
  readonly listen: (on: boolean) => void;
};

type WindowWorld = Omit<World, 'client' | 'paneSize' | 'tell' | 'look'>;

export function windowWorld(options: WindowWorldOptions): WindowWorld {
  const { outer, suspension, client, notices, env, platform, model, repaint } = options;
  return {
    copy: (text) => {
      const acts = {
        write: (bytes: string) => outer.write(bytes),
        runTool,
        save: (copied: string) => saveCopied(privateFolder(env), copied),
      };
      return copy(text, { ...model().outer, env, platform }, acts);
    },
    page: (text) => page(text, options),
    notify: (told) => notices.tell(told),
    suspend: () => suspension.suspend(),
    redraw: repaint,
    sendColors: () => {
      const { foreground, background } = model().outer;
      client.notifyColors({
        ...(foreground === undefined ? {} : { foreground: xColor(foreground) }),
        ...(background === undefined ? {} : { background: xColor(background) }),
      });
    },
  };
}

/** Gives the terminal to the pager until it ends. */
async function page(text: string, { outer, env, model, repaint, listen }: WindowWorldOptions): Promise<void> {
  const pager = model().settings.pager || env['PAGER'] || 'less -R';
  listen(false);
  outer.leaveNow();
  try {
    await runPager(pager, text, env);
  } finally {
    outer.enter();
    listen(true);
    repaint();
  }
}

/** `$PAGER` is a shell command by tradition: `less -R`, `bat --paging=always`. */
function runPager(pager: string, text: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'], env });
    child.on('error', reject);
    child.on('exit', (code) => {
      // 127 is the shell's "not found"; what else a pager returns says nothing about the text.
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

/** X11's spelling, in which terminals answer OSC 10 and 11. */
function xColor({ red, green, blue }: Rgb): string {
  const channel = (value: number) => value.toString(16).padStart(2, '0').repeat(2);
  return `rgb:${channel(red)}/${channel(green)}/${channel(blue)}`;
}
