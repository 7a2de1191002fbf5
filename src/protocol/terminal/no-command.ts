/** Whether a part of the content, or the action that makes it, is not a command: see `CommandMeta.noCommand`. */

import { cottyMeta, type Meta } from '../common/meta.ts';
import type { CommandMeta } from './command-meta.ts';

export function isNoCommand(part: object): boolean {
  const { _meta }: { readonly _meta?: Meta | undefined } = part;
  return cottyMeta<CommandMeta>(_meta).noCommand === true;
}
