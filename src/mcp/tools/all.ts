/** The list of tools: cotty's own, and with --compat those of older set-ups beside them. */

import * as z from 'zod';
import { aegisTools } from '../compat/aegis.ts';
import { terminal } from '../compat/agi-terminal.ts';
import { claim, release, rename } from './claim.ts';
import { close } from './close.ts';
import { interrupt, keys } from './keys.ts';
import { list } from './list.ts';
import { read } from './read.ts';
import { run } from './run.ts';
import { screen } from './screen.ts';
import { spawn } from './spawn.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import type { Tool } from './tool.ts';
import { wait } from './wait.ts';

const own: readonly Tool[] = [
  list,
  spawn,
  run,
  read,
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
  .describe('Your handle; another one than that of this connection speaks for a second agent');

export function toolsOf({ compat }: { readonly compat: boolean }): readonly Tool[] {
  return compat ? [...own, ...aegisTools, terminal].map(withHandle) : own;
}

/** The server reads it before the tool runs. */
function withHandle(tool: Tool): Tool {
  return { ...tool, input: tool.input.extend({ from_handle: fromHandle }) };
}
