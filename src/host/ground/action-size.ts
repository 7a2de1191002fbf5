/** How much an action weighs beside the text that is its point: unknown keys are kept, so they are counted. */

import type { UnknownAction } from '../../protocol/envelope.ts';

type Raw = { readonly type: string; readonly [key: string]: unknown };

export function weightBesideText(action: Raw): number {
  const { data, ...rest } = action;
  const text = typeof data === 'string' ? 0 : JSON.stringify(data ?? null).length;
  return text + JSON.stringify(rest).length;
}

/** What stands in a rejection for an action that is too large to be repeated. */
export function nameOnly({ type }: Raw): UnknownAction {
  return { type: type as UnknownAction['type'] };
}
