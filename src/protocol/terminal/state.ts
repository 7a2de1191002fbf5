/** Terminal channel state in the newest AHP shape (1.0); `to-wire.ts` writes the older ones. */

import type { Meta } from '../common/meta.ts';
export type ClientClaim = { readonly kind: 'client'; readonly clientId: string };

export type SessionClaim = {
  readonly kind: 'session';
  readonly session: string;
  /** Required on the wire from 0.9; older peers do not send it. */
  readonly chat?: string;
  readonly turnId?: string;
  readonly toolCallId?: string;
};

export type TerminalClaim = ClientClaim | SessionClaim;

export type Lifecycle =
  | { readonly status: 'running' }
  | { readonly status: 'exited'; readonly exitCode?: number };

/** Location of the pty: the host, or the client that created the terminal. Never changes; absent means `server`. */
export type ExecutionTarget = 'server' | 'client';

/** Output outside any detected command: prompts, gaps, shells without integration. */
export type UnclassifiedPart = {
  readonly type: 'unclassified';
  readonly value: string;
  readonly _meta?: Meta;
};

/** A shell command, with its output as raw terminal text. */
export type CommandPart = {
  readonly type: 'command';
  readonly commandId: string;
  readonly commandLine: string;
  readonly output: string;
  /** Unix milliseconds on the host's clock. */
  readonly timestamp: number;
  readonly isComplete: boolean;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly _meta?: Meta;
};

export type ContentPart = UnclassifiedPart | CommandPart;

export type TerminalState = {
  readonly title: string;
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly content: readonly ContentPart[];
  readonly lifecycle: Lifecycle;
  readonly claim: TerminalClaim;
  readonly supportsCommandDetection?: boolean;
  readonly isPty?: boolean;
  readonly executionTarget?: ExecutionTarget;
  readonly _meta?: Meta;
};

/** One entry of the root list: enough for a tab, without a subscription. */
export type TerminalInfo = {
  readonly resource: string;
  readonly title: string;
  readonly claim: TerminalClaim;
  readonly lifecycle: Lifecycle;
  readonly executionTarget?: ExecutionTarget;
  readonly _meta?: Meta;
};
