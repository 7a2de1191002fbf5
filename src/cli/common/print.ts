/** Prints messages, text and JSON of subcommands. Control sequences in them never reach the terminal. */

import { harmless, harmlessJson } from '../../protocol/common/harmless-text.ts';
import type { Io, Output } from './io.ts';

type Printer = { readonly stdout: Output };
type Complainer = { readonly stderr: Output };

/** Writes a message to stderr, in the form that every subcommand uses. */
export function complain(io: Complainer, text: string): void {
  io.stderr.write(`cotty: ${harmless(text)}\n`);
}

/** Writes a question to stderr, without a line feed. */
export function question(io: Complainer, text: string): void {
  io.stderr.write(harmless(text));
}

/** Writes text such as a table to stderr without a prefix. The caller has removed foreign control characters. */
export function sayBeside(io: Complainer, text: string): void {
  io.stderr.write(text);
}

/** Writes text to stdout. */
export function say(io: Printer, text: string): void {
  io.stdout.write(harmless(text));
}

/** Writes a value to stdout as one line of JSON, or indented. */
export function sayJson(io: Printer, value: unknown, indent?: number): void {
  io.stdout.write(`${harmlessJson(value, indent)}\n`);
}

/** Writes output to stdout unchanged: the user asked for escape sequences, or the caller has removed them. */
export function sayOutput(io: Pick<Io, 'stdout'>, text: string | Uint8Array): void {
  io.stdout.write(text);
}

/** Resolves when the reader's pipe has taken everything that was written; rejects when nobody reads any more. */
export function taken({ stdout }: Printer): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write('', (error) => (error ? reject(error) : resolve()));
  });
}
