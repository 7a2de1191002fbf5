/** Where the web door is opened: the place that was asked for, or the first free one of the usual ports. */

import { readFileSync } from 'node:fs';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { systemCode } from '../../protocol/common/system-error.ts';
import { USUAL_WEB_PORT } from '../../protocol/common/uri.ts';
import type { WebListen, WebOpenParams } from '../../protocol/cotty/web.ts';
import type { TlsTexts } from '../door/tcp-port.ts';
import { StartError } from '../ground/start-error.ts';
import type { DoorPlace } from './web-file.ts';

export type Wanted = Pick<WebOpenParams, 'listen' | 'tls' | 'allowHosts'>;

const LOOPBACK = '127.0.0.1';
/** Ports that are tried when none was asked for. */
const PORTS = 20;

/** Throws the error of `open` that is not about a taken port, or that of the last port. */
export async function atFreePort(open: (at: WebListen) => Promise<void>): Promise<void> {
  for (let port = USUAL_WEB_PORT; ; port += 1) {
    try {
      await open({ host: LOOPBACK, port });
      return;
    } catch (error) {
      const isTaken = error instanceof StartError && systemCode(error.cause) === 'EADDRINUSE';
      if (!isTaken || port === USUAL_WEB_PORT + PORTS - 1) throw error;
    }
  }
}

/** Whether an open door is not what is asked for now. What is not asked for may be as it is. */
export function differs(place: DoorPlace, { listen, tls, allowHosts = [] }: Wanted): boolean {
  const { host, port } = place.listen;
  const isElsewhere =
    listen !== undefined && (listen.host !== host || (listen.port !== 0 && listen.port !== port));
  const isOther = tls !== undefined && (tls.cert !== place.tls?.cert || tls.key !== place.tls.key);
  return isElsewhere || isOther || allowHosts.some((name) => !place.allowHosts.includes(name));
}

/** Reads the certificate anew each time: it may have been renewed. */
export function readTls({ tls }: DoorPlace): TlsTexts | undefined {
  if (tls === undefined) return undefined;
  try {
    return { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
  } catch (error) {
    const text = reasonOf(error);
    throw new StartError('place', `certificate or key cannot be read: ${text}`, error);
  }
}
