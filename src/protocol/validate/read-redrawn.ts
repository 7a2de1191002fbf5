/** Reads the screen that a host sends in place of output to a client that is behind. */

import { cottyMeta } from '../common/meta.ts';
import type { ScreenMeta, UpdateMeta } from '../cotty/cotty-meta.ts';
import type { CottyNotifications } from '../cotty/cotty-requests.ts';
import { isRecord } from '../fields/object-fields.ts';
import type { DataAction } from '../terminal/actions.ts';

export function parseRedrawn(wire: unknown): CottyNotifications['x-cotty/redrawn'] | undefined {
  if (!isRecord(wire)) return undefined;
  const [{ channel }, screen] = [wire, readScreen(wire)];
  return typeof channel === 'string' && screen !== undefined ? { channel, ...screen } : undefined;
}

/** What an action has about the screen, beside its text. */
export type ScreenUpdate = {
  /** Whether text was left out before its `data`. */
  readonly omits: boolean;
  /** The screen after it, if that is to be drawn in place of `data`. */
  readonly redrawn: ScreenMeta | undefined;
};

export function screenUpdateIn({ _meta }: DataAction): ScreenUpdate {
  if (_meta === undefined) return NO_UPDATE;
  const { omitted, redrawn } = cottyMeta<UpdateMeta>(_meta);
  return { omits: omitted !== undefined, redrawn: isRecord(redrawn) ? readScreen(redrawn) : undefined };
}

const NO_UPDATE: ScreenUpdate = { omits: false, redrawn: undefined };

/** UTF-16 units of an action that the client acknowledges. */
export function charsToAck(action: DataAction): number {
  return action.data.length + (screenUpdateIn(action).redrawn?.screen?.length ?? 0);
}

/** UTF-16 units that the program has printed up to the end of an action, since the one before: what was left out counts. */
export function charsPrinted({ data, _meta }: DataAction): number {
  const { omitted } = _meta === undefined ? {} : cottyMeta<UpdateMeta>(_meta);
  const left = isRecord(omitted) ? omitted['chars'] : 0;
  return data.length + (typeof left === 'number' && Number.isSafeInteger(left) && left > 0 ? left : 0);
}

function readScreen({
  screen,
  liveFromEnd,
  leftover,
  wiped,
  pictures,
}: {
  readonly [name: string]: unknown;
}): ScreenMeta | undefined {
  if (typeof screen !== 'string') return undefined;
  return {
    screen,
    ...(isCount(liveFromEnd) ? { liveFromEnd } : {}),
    ...(isCount(leftover) ? { leftover } : {}),
    ...(wiped === true ? { wiped } : {}),
    ...(pictures === undefined ? {} : { pictures }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
