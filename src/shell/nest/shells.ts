/**
 * The stack of shells of a terminal. The terminal's own shell signs its sequences with the nonce, an inner shell with a name that
 * its script has chosen; shells with an integration of their own do not sign.
 */

import type { Where } from '../../protocol/terminal/command-meta.ts';

/** Who printed a sequence: the terminal's own shell, a shell with a foreign integration, or an inner shell by its name. */
export type Signer = 'own' | 'foreign' | `~${string}`;

/** The shell that reads commands now. */
export type Shell = {
  /** Unknown until its first mark. */
  readonly signer?: Signer;
  /** Absent for the terminal's own shell. */
  readonly where?: Where;
  /** Whether its line editor has our key bindings, with which it fetches delivered commands. */
  readonly fetches?: boolean;
  /** Whether it reads delivered commands from its terminal, and not from a file. */
  readonly fromTty?: boolean;
  /** The process of a shell without integration. */
  readonly unmarked?: number;
  /** The shell's reason for having none. */
  readonly why?: string;
};

/** Limit of nested shells. Marks of further ones are ignored. */
export const MAX_DEPTH = 32;

/** Returns who printed a mark, from what it is signed with. */
export function signerOf({
  shell,
  unverified,
}: {
  readonly shell?: string;
  readonly unverified?: true;
}): Signer {
  if (unverified === true) return 'foreign';
  return shell === undefined ? 'own' : `~${shell.slice(1)}`;
}

/** Names of the host's machine and user. A shell's names are shown only if they differ. */
export type Here = { readonly user: string; readonly host: string };

/** Limit in UTF-16 units of a name that a shell reports. */
const MAX_NAME = 64;

/** Adds a property that a shell has reported. Control characters are removed, because any program can print one. */
export function told(where: Where, key: string, value: string, here: Here): Where {
  const name = value.replace(/\p{C}/gu, '').slice(0, MAX_NAME);
  if (name === '') return where;
  if (key === 'Shell') return { ...where, shell: name };
  if (key === 'User') return name === here.user ? where : { ...where, user: name };
  if (key === 'Host') return name === here.host ? where : { ...where, host: name };
  return where;
}
