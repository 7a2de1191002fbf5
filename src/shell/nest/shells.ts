/**
 * The shells of a terminal, one inside the other. The terminal's own shell signs its marks with the nonce; a shell inside it
 * with a name that its script has drawn; shells with marks of their own sign nothing.
 */

import type { Where } from '../../protocol/terminal/command-meta.ts';

/** Who printed a mark: the terminal's own shell, a shell with marks that are not ours, or the name of an inner shell. */
export type Signer = 'own' | 'foreign' | `~${string}`;

/** The shell that reads commands now. */
export type Shell = {
  /** Unknown until its first mark. */
  readonly signer?: Signer;
  /** Absent for the terminal's own shell. */
  readonly where?: Where;
  /** Whether its line editor has our keys, by which it fetches what is handed over to it. */
  readonly fetches?: boolean;
  /** Whether it fetches that from its terminal, and not from a file. */
  readonly fromTty?: boolean;
  /** Its process, for a shell that marks no commands. */
  readonly unmarked?: number;
  /** Why it marks none, in its own words. */
  readonly why?: string;
};

/** Limit: shells inside each other; marks of further ones are not taken. */
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

/** What the machine and the user of the host are called: only what differs from them is told of a shell. */
export type Here = { readonly user: string; readonly host: string };

/** Limit of a name that a shell tells of itself, in UTF-16 units. */
const MAX_NAME = 64;

/** Adds what a shell says of itself. Control characters in it are left out, as any program can say it. */
export function told(where: Where, key: string, value: string, here: Here): Where {
  const name = value.replace(/\p{C}/gu, '').slice(0, MAX_NAME);
  if (name === '') return where;
  if (key === 'Shell') return { ...where, shell: name };
  if (key === 'User') return name === here.user ? where : { ...where, user: name };
  if (key === 'Host') return name === here.host ? where : { ...where, host: name };
  return where;
}
