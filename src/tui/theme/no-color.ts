/** Styles for NO_COLOR: attributes only, with some added where only colour told pieces of the frame apart. */

import { ROLES, type Role } from './roles.ts';
import { type TextStyle, withoutColor } from './text-style.ts';

const REPLACEMENTS: Partial<Readonly<Record<Role, TextStyle>>> = {
  muted: { dim: true },
  ghost: { dim: true, italic: true },
  unknownCommand: { underline: true },
  unreachable: { dim: true },
  border: { dim: true },
  separator: { dim: true },
  paneBorder: { dim: true },
  paneFront: { bold: true },
  paneMany: { bold: true, inverse: true },
  key: { bold: true },
  running: { bold: true },
  match: { underline: true, bold: true },
  matchCurrent: { underline: true, bold: true, inverse: true },
  agent: { underline: true },
};

/** Returns the styles without colours. `mayDim` is false where nothing may be dim (high contrast). */
export function noColorStyles(
  styles: Readonly<Record<Role, TextStyle>>,
  mayDim: boolean,
): Readonly<Record<Role, TextStyle>> {
  const plain = { ...styles };
  for (const role of ROLES) {
    plain[role] = (mayDim ? REPLACEMENTS[role] : undefined) ?? withoutColor(styles[role]);
  }
  return plain;
}
