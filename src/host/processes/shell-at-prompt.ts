/**
 * Finds out whether a shell without integration is at its prompt. A line editor that reads proves nothing: a start file may ask
 * something (`read -e`, `vared`), and the program may not be a shell. If in doubt, the shell is not at its prompt.
 */

import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { hasEnded, processStat } from '../common/process-stat.ts';
import { childrenOf } from './foreground.ts';
import { shellOf } from './waiting-shell.ts';

/** Last characters of shell prompts. `>` counts only for fish, because many other programs end their prompts with it. */
export const PROMPT_ENDS: ReadonlySet<string> = new Set(['$', '#', '%', '❯', '›', '»', 'λ', '➜', '✗']);
const FISH_END = '>';
/** The prompt of fish's `read`. */
const FISH_READ = 'read>';

/** Most levels of child processes from the foreground program to a shell that it runs on a pty of its own, as sudo does. */
const MAX_DEPTH = 6;

/**
 * `first` is the first process of the terminal, if it runs here; `before` is the text before the cursor; `known` is the last
 * character of the prompt at which the shell was started.
 */
export function shellAtPrompt(first: number | undefined, before: string, known?: string): boolean {
  const looksLike = looksLikePrompt(before, known);
  if (process.platform !== 'linux' || first === undefined) return looksLike;
  const pid = readerOf(first);
  if (pid === undefined) return false;
  const name = shellOf(pid);
  if (name !== 'bash' && name !== 'zsh' && name !== 'fish') return false;
  if (name === 'bash') return looksLike;
  // zsh and fish have a start file open while they run it; bash has read all of it before.
  const files = openFiles(pid);
  if (files !== undefined) return !files.some(isScript);
  return looksLikePrompt(before, known, name);
}

/** Whether the text before the cursor ends as prompts do; `name` is that of the shell, where it is known. */
export function looksLikePrompt(before: string, known?: string, name?: string): boolean {
  const text = before.trimEnd();
  const end = lastCharacter(text);
  if (end !== undefined && (PROMPT_ENDS.has(end) || end === known)) return true;
  return name === 'fish' && text.endsWith(FISH_END) && !text.endsWith(FISH_READ);
}

export function lastCharacter(text: string): string | undefined {
  return Array.from(text.trimEnd().slice(-2)).at(-1);
}

/** Returns the process that reads the keys: the one in the foreground, or what that runs in a terminal inside. */
function readerOf(first: number): number | undefined {
  const group = processStat(first)?.foreground ?? 0;
  return group > 0 ? deepest(group, MAX_DEPTH) : undefined;
}

function deepest(pid: number, depth: number): number | undefined {
  const stat = processStat(pid);
  if (stat === undefined || hasEnded(stat)) return undefined;
  const inside = depth === 0 ? undefined : childrenOf(pid).map((child) => deepest(child, depth - 1));
  const found = inside?.find((child) => child !== undefined);
  if (found !== undefined) return found;
  return stat.group === pid && stat.foreground === pid && stat.state === 'S' ? pid : undefined;
}

/** Undefined when they may not be known: the process belongs to another user. */
function openFiles(pid: number): readonly string[] | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return undefined;
  }
}

function isScript(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('/dev/')) return false;
  const name = basename(path);
  return /^\.?z(?:shrc|shenv|profile|login)$|\.(?:zsh|sh|fish)$|rc$|profile$/.test(name);
}
