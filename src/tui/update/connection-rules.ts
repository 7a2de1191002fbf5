/** Rules for the connection to the host: when it is lost, and when it is back. */

import type { ConnectionState } from '../../client/reconnecting.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { type Step, step, withToast } from '../model/step.ts';

export function connected(model: Model, readings: Readings, connection: ConnectionState): Step {
  if (connection !== 'ready') return step({ ...model, connection });
  const back: Model = { ...model, connection, revival: undefined };
  const said =
    model.revival === undefined
      ? back
      : withToast(back, 'the host had ended and was started again · what ran is in the blocks', readings.now);
  // The host remembers who watches, but after a reconnect it may be another host.
  return step(said, { kind: 'watchAll' }, { kind: 'colors' });
}
