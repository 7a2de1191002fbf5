/** The size of an action without its text (`data`), in characters of JSON: unknown keys are kept, so they count. */

import type { UnknownAction } from '../../protocol/envelope.ts';

type Raw = { readonly type: string; readonly [key: string]: unknown };

export function sizeWithoutText(action: Raw): number {
  const { data, ...rest } = action;
  const text = typeof data === 'string' ? 0 : JSON.stringify(data ?? null).length;
  return text + JSON.stringify(rest).length;
}

/** The action reduced to its type, for the rejection of an action that is too large to be sent back. */
export function typeOnly({ type }: Raw): UnknownAction {
  return { type: type as UnknownAction['type'] };
}
