/** Rules for the connection to the host: when it is lost, and when it is back. */

import type { Back, ConnectionState } from '../../client/connection/reconnecting.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { type Step, step, withToast } from '../model/step.ts';

export function connected(
  model: Model,
  readings: Readings,
  connection: ConnectionState,
  back: Back | undefined,
): Step {
  // A host on this machine is tried many times a second, and each attempt is told.
  if (connection !== 'ready') return step(connection === model.connection ? model : { ...model, connection });
  const there: Model = { ...model, connection, revival: undefined };
  const text = back && backText(back);
  const said = text === undefined ? there : withToast(there, text, readings.now);
  // The host remembers who watches, but after a reconnect it may be another host.
  return step(said, { kind: 'watchAll' }, { kind: 'colors' });
}

/** Says that keys are not kept any more; what was kept is sent nonetheless. */
export function keysRefused(model: Model, readings: Readings): Step {
  return step(withToast(model, 'the host is away: no more keys are kept for it', readings.now, 'bad'));
}

function backText({ host, unsent }: Back): string | undefined {
  const keys = 'keys typed meanwhile were not sent';
  if (host === undefined) return unsent === 0 ? undefined : keys;
  const [what, rest] =
    host === 'with the same programs'
      ? ['the host was brought back', 'programs went on']
      : ['the host had ended and was started again', 'what ran is in the blocks'];
  return `${what} · ${unsent === 0 ? rest : keys}`;
}
