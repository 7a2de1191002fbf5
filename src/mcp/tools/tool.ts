/** A tool as a value: the texts that an agent reads about it, and the function that runs at a call. */

import type * as z from 'zod';
import { dangerOf } from '../../shell/danger/danger.ts';
import type { Agent } from '../agent/agent.ts';
import type { HostAccess } from '../agent/host-access.ts';

/** The caller, and details of the call beside its parameters. */
export type Call = {
  readonly agent: Agent;
  readonly access: HostAccess;
  readonly now: () => number;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Sends a growing count and a message; absent if the caller did not ask for progress. */
  readonly progress?: (count: number, message: string) => void;
};

export type Answer =
  | { readonly ok: true; readonly text: string; readonly data?: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly text: string; readonly data?: Readonly<Record<string, unknown>> };

export type Hints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The shape of `data`. It is not sent with the tool list: 11 kB of schemas would cost every agent tokens. */
  readonly output?: z.ZodObject;
  readonly hints: Hints;
  /** Runs the tool with arguments that `input` has parsed. */
  readonly run: (call: Call, args: Readonly<Record<string, unknown>>) => Promise<Answer>;
};

type Typed<Input extends z.ZodObject> = Omit<Tool, 'input' | 'run'> & {
  readonly input: Input;
  readonly run: (call: Call, args: z.output<Input>) => Promise<Answer>;
};

/** Ties the type of the arguments to the schema that reads them. */
export function tool<Input extends z.ZodObject>(typed: Typed<Input>): Tool {
  return { ...typed, run: (call, args) => typed.run(call, args as z.output<Input>) };
}

export const looks: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const arranges: Hints = { ...looks, readOnlyHint: false };

/** Hints for tools that run shell commands, which can do anything. */
export const runs: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

export function no(text: string): Answer {
  return { ok: false, text };
}

/** Returns undefined if the command may run. */
export function doubtOf(commandLine: string, confirmed = false): string | undefined {
  const danger = confirmed ? undefined : dangerOf(commandLine);
  return danger === undefined
    ? undefined
    : `not run yet: it looks as if this command ${danger}. If you want that, call again with confirm: true. If in doubt, ask the person you work for`;
}
