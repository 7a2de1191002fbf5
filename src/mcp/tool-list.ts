/** The list of tools: cotty's own, and with --compat those of older agent set-ups as well. */

import * as z from 'zod';
import { aegisTools } from './compat/aegis.ts';
import { terminal } from './compat/agi-terminal.ts';
import { claim, release, rename } from './tools/claim.ts';
import { close } from './tools/close.ts';
import { diff } from './tools/diff.ts';
import { interrupt, keys } from './tools/keys.ts';
import { list } from './tools/list.ts';
import { read } from './tools/read.ts';
import { run } from './tools/run.ts';
import { screen } from './tools/screen.ts';
import { spawn } from './tools/spawn.ts';
import { subscribe, unsubscribe } from './tools/subscribe.ts';
import type { Tool } from './tools/tool.ts';
import { wait } from './tools/wait.ts';

const own: readonly Tool[] = [
  list,
  spawn,
  run,
  read,
  diff,
  screen,
  keys,
  interrupt,
  subscribe,
  unsubscribe,
  wait,
  claim,
  release,
  rename,
  close,
];

const fromHandle = z
  .string()
  .min(1)
  .optional()
  .describe('Your handle. Any handle other than that of this connection acts as a separate agent');

export function toolsOf({ compat }: { readonly compat: boolean }): readonly Tool[] {
  return compat ? [...own, ...aegisTools, terminal].map(withHandle) : own;
}

/** Adds `from_handle`, which the server reads before the tool runs. */
function withHandle(tool: Tool): Tool {
  return { ...tool, input: tool.input.extend({ from_handle: fromHandle }) };
}
