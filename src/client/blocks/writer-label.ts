/** Short label of the client that ran a shell command: `you`, `@ada` for an agent, `tom` for another user. */

import { nameText } from '../../protocol/common/name-text.ts';

export type Writer = { readonly label: string; readonly kind: 'you' | 'other' | 'none' };

const NOBODY: Writer = { label: '', kind: 'none' };
const YOU: Writer = { label: 'you', kind: 'you' };

/** Returns the label of a writer. `me` is this window's own writer: `user:NAME`, or only the name. */
export function writerLabel(writer: string | undefined, me: string): Writer {
  if (writer === undefined || writer === '') return NOBODY;
  if (writer === me || writer === `user:${me}`) return YOU;
  if (writer.startsWith('agent:'))
    return { label: nameText(`@${writer.slice('agent:'.length)}`), kind: 'other' };
  return {
    label: nameText(writer.startsWith('user:') ? writer.slice('user:'.length) : writer),
    kind: 'other',
  };
}
