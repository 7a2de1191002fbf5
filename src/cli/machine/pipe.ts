/** `cotty machine pipe` — joins stdin and stdout to a TCP port of localhost: what `cotty forward` runs on the other machine. */

import { closeSync } from 'node:fs';
import { connect } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { readPort } from './forward.ts';

const STDOUT = 1;

export async function run([text = '']: readonly string[], io: Io): Promise<number> {
  const port = readPort(text);
  if (port === undefined) {
    complain(io, `"${text}" is no port`);
    return ExitCode.usage;
  }
  // Streams of this process, which a test replaces.
  const [input, output] = [io.stdin as unknown as Readable, io.stdout as unknown as Writable];
  const socket = connect({ host: 'localhost', port, allowHalfOpen: true });
  return new Promise((resolve) => {
    let trouble: string | undefined;
    socket.on('error', (error) => {
      trouble ??= `localhost:${port}: ${error.message}`;
    });
    socket.once('close', () => {
      if (trouble !== undefined) complain(io, trouble);
      resolve(trouble === undefined ? ExitCode.ok : ExitCode.failure);
    });
    output.on('error', () => socket.destroy());
    input.on('error', () => socket.destroy());
    input.pipe(socket);
    socket.pipe(output);
    // Node leaves its stdout open until the process ends, but the other side may wait for the end before it says the rest.
    socket.once('end', () => output.end(() => closeSync(STDOUT)));
  });
}
