/**
 * `cotty machine pipe PORT [MARK]` — joins stdin and stdout to a TCP port of this machine: what `cotty forward` runs on the other one.
 * MARK is printed in a line of its own before the bytes of the port.
 */

import { closeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain, sayOutput } from '../common/print.ts';
import { readPort } from './forward.ts';

const STDOUT = 1;
/** Where servers listen for their own machine. A container may have no entry for the name `localhost`. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

export async function run([text = '', mark = '']: readonly string[], io: Io): Promise<number> {
  const port = readPort(text);
  if (port === undefined) {
    complain(io, `"${text}" is no port`);
    return ExitCode.usage;
  }
  try {
    const socket = await firstOf(LOOPBACK, port);
    if (mark !== '') sayOutput(io, `\n${mark}\n`);
    await join(socket, io);
    return ExitCode.ok;
  } catch (error) {
    complain(io, `localhost:${port}: ${reasonOf(error)}`);
    return ExitCode.failure;
  }
}

/** Rejects with the error of the first address if none accepts. */
async function firstOf([host = '', ...others]: readonly string[], port: number): Promise<Socket> {
  try {
    return await connected(host, port);
  } catch (error) {
    if (others.length === 0) throw error;
    return firstOf(others, port).catch(() => Promise.reject(error));
  }
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Resolves when both sides have said all; rejects with the error of the connection. */
function join(socket: Socket, { stdin, stdout }: Io): Promise<void> {
  // Streams of this process, which a test replaces.
  const [input, output] = [stdin as unknown as Readable, stdout as unknown as Writable];
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve());
    // Node leaves its stdout open until the process ends, but the other side may wait for the end before it says the rest.
    socket.once('end', () => output.end(() => closeSync(STDOUT)));
    for (const stream of [input, output]) stream.on('error', () => socket.destroy());
    input.pipe(socket);
    socket.pipe(output);
  });
}
