/** What a comparison of two runs of a command has found. */

import type { Run } from '../run.ts';
import type { NoiseKind } from './noise.ts';

/** What is compared of a run. */
export type ComparedRun = Pick<Run, 'output' | 'missing' | 'startedAt' | 'finishedAt' | 'exitCode'>;

export type CompareOptions = {
  /** Whether times, hashes and other noise count as differences. */
  readonly unmasked?: boolean;
  /** Limits of each output: UTF-16 units as printed, and lines. Of more, the head and the tail are compared. */
  readonly mostChars?: number;
  readonly mostLines?: number;
  /** Milliseconds after which the search for common lines gives up and answers coarsely. */
  readonly timeoutMs?: number;
};

/** A changed part of a line, in UTF-16 units. */
export type Span = readonly [from: number, to: number];

/** `changed` is empty for a line that has no counterpart, or one that is too different. */
export type ChangedLine = { readonly text: string; readonly changed: readonly Span[] };

/** Two lines that are beside each other, or one that is alone. */
export type LinePair = { readonly before?: ChangedLine; readonly after?: ChangedLine };

/** Lines that are equal: the texts differ where noise was masked. */
export type EqualLine = { readonly before: string; readonly after: string };

/** `before`, `after`: number of the first line on each side, from 1. All hunks together are both outputs. */
export type Hunk = { readonly before: number; readonly after: number } & (
  | { readonly kind: 'equal'; readonly lines: readonly EqualLine[] }
  | { readonly kind: 'changed'; readonly pairs: readonly LinePair[] }
);

export type Masked = {
  /** Equal lines that differ by noise, and the differences in them by kind, most frequent first. */
  readonly lines: number;
  readonly kinds: readonly { readonly kind: NoiseKind; readonly count: number }[];
};

/** `before` and `after` are absent where they are not known. */
export type Change = { readonly before?: number; readonly after?: number };

export type Comparison = {
  /** What differs, in one line. */
  readonly headline: string;
  /** Whether no line differs, but for noise, and the exit code is the same. */
  readonly same: boolean;
  readonly hunks: readonly Hunk[];
  readonly removed: number;
  readonly added: number;
  readonly masked: Masked;
  readonly exitCode: Change;
  readonly durationMs: Change;
  /** Lines that were not compared: missing from the record, or beyond the limits. */
  readonly cut: { readonly before: number; readonly after: number };
  /** Whether the outputs were too different to find all lines that they have in common. */
  readonly coarse: boolean;
};
