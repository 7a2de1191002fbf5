/** `cotty host --stdio` — joins or starts this user's host, and passes AHP between it and stdin and stdout, one JSON text a line. */

import type { Readable, Writable } from 'node:stream';
import { READY } from '../../machine/way.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { LineTransport } from '../../rpc/line-transport.ts';
import { CloseCode, type CloseReason, STOPPING, type Transport } from '../../rpc/transport.ts';
import { connect } from '../../rpc/ws-client.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { complain, sayBeside } from '../common/print.ts';
import type { StartMode } from '../connect/start-mode.ts';
import { findTarget } from '../connect/target.ts';

/** Bytes that one side has not read: then nothing is read from the other side. */
const MAX_UNREAD = 1024 * 1024;

/** `start`: whether to start a host if none runs. */
export async function stdioHost(mode: StartMode, start: boolean, io: Io): Promise<number> {
  const target = await findTarget({ start, mode, meanwhile: () => {} }, io);
  if (!target.ok) {
    complain(io, target.error);
    return target.exitCode;
  }
  let host: Transport;
  try {
    host = await connect(target.url);
  } catch (error) {
    complain(io, `cannot connect to ${target.url}: ${reasonOf(error)}`);
    return ExitCode.noHost;
  }
  // Streams of this process, which a test replaces.
  const [input, output] = [io.stdin as unknown as Readable, io.stdout as unknown as Writable];
  const client = new LineTransport({ input, output });
  // Whoever reads this knows that the host is reached, which takes seconds when it starts.
  sayBeside(io, `${READY} ${readVersion()}\n`);
  const why = await passOn(client, host);
  if (why.code === CloseCode.GoingAway && why.reason === STOPPING) complain(io, STOPPING);
  else if (why.code !== CloseCode.Normal && why.reason !== '') complain(io, why.reason);
  return ExitCode.ok;
}

/** Passes messages on in both directions, until one side ends. Resolves with why the host has ended, or that the client did. */
function passOn(client: Transport, host: Transport): Promise<CloseReason> {
  join(client, host);
  join(host, client);
  return new Promise((resolve) => {
    client.onClose((why) => {
      host.close();
      resolve({ ...why, code: why.code === CloseCode.TooBig ? why.code : CloseCode.Normal });
    });
    host.onClose((why) => {
      client.close();
      resolve(why);
    });
  });
}

/** Passes on what `from` sends; nothing more is read from it while `to` has too much unread. */
function join(from: Transport, to: Transport): void {
  let isHeld = false;
  to.onDrain(() => {
    if (!isHeld || to.buffered > MAX_UNREAD / 2) return;
    isHeld = false;
    from.hold(false);
  });
  from.onMessage((text) => {
    to.send(text);
    if (isHeld || to.buffered <= MAX_UNREAD) return;
    isHeld = true;
    from.hold(true);
  });
}
