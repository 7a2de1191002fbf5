/** A tool as a value: what an agent reads about it, and what runs when it is called. */

import type * as z from 'zod';
import type { Agent } from '../agent/agent.ts';
import type { HostAccess } from '../agent/host-access.ts';

/** Who calls, and what of the call is not in its parameters. */
export type Call = {
  readonly agent: Agent;
  readonly access: HostAccess;
  readonly now: () => number;
  /** The caller no longer waits. */
  readonly signal: AbortSignal;
  /** Only where the caller asked for it: a count that grows, and a message. */
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
  readonly output?: z.ZodObject;
  readonly hints: Hints;
  /** The arguments were read by `input`. */
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

/** What runs in a shell can do anything. */
export const runs: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

export function no(text: string): Answer {
  return { ok: false, text };
}
