/** Recognises a `dispatchAction` that types text, by hand: keys are by far the most frequent messages of a client. */

import { MAX_INPUT, MAX_URI, NO_CONTROLS } from '../fields/parts.ts';
import type { DispatchActionParams } from '../messages.ts';
import type { InputAction } from '../terminal/actions.ts';

export type InputParams = DispatchActionParams & { readonly action: InputAction };

/** Returns the params if the schemas would accept them and they have no other keys; undefined leaves them to the schemas. */
export function plainInput(params: unknown): InputParams | undefined {
  if (!hasKeys(params, 3) || !isUri(params['channel']) || !isSeq(params['clientSeq'])) return undefined;
  return isPlainInput(params['action']) ? (params as InputParams) : undefined;
}

function isPlainInput(action: unknown): action is InputAction {
  if (!hasKeys(action, 2) || action['type'] !== 'terminal/input') return false;
  const { data } = action;
  return typeof data === 'string' && data.length <= MAX_INPUT;
}

function isUri(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_URI && NO_CONTROLS.test(value);
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function hasKeys(value: unknown, count: number): value is { readonly [key: string]: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === count
  );
}
