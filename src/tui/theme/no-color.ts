/** Looks for NO_COLOR: attributes only, with some put where colour alone told pieces apart. */

import { type Look, withoutColor } from './look.ts';
import { ROLES, type Role } from './roles.ts';

const INSTEAD: Partial<Readonly<Record<Role, Look>>> = {
  muted: { dim: true },
  ghost: { dim: true, italic: true },
  unreachable: { dim: true },
  border: { dim: true },
  separator: { dim: true },
  key: { bold: true },
  running: { bold: true },
  match: { underline: true, inverse: true },
  agent: { underline: true },
};

/** `dims`: false where nothing may be dim (high contrast). */
export function noColorLooks(
  looks: Readonly<Record<Role, Look>>,
  dims: boolean,
): Readonly<Record<Role, Look>> {
  const plain = { ...looks };
  for (const role of ROLES) plain[role] = (dims ? INSTEAD[role] : undefined) ?? withoutColor(looks[role]);
  return plain;
}
