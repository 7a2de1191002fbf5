/**
 * Forwards a TCP port: connections to a port of 127.0.0.1 here go to a port of localhost on another machine, each by a command of its
 * own (`pipeThere`). Nothing waits in memory beyond the buffers of the pipes: who reads slowly holds the other side up.
 */

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Pipe, pipeThere, type WayOptions } from './way.ts';

export type ForwardOptions = {
  readonly way: WayOptions;
  /** The port there. */
  readonly port: number;
  /** The port here that must be free. Without it, that of the same number is taken if it is free, else any. */
  readonly localPort?: number | undefined;
  /** Called with the reason why a connection has failed. */
  readonly failed?: (reason: string) => void;
};

export type Forward = {
  /** The port here. */
  readonly port: number;
  /** Ends its connections, too. */
  readonly close: () => void;
};

/** Limit of connections at once; more are closed as they come. */
const MOST_CONNECTIONS = 128;

/** Resolves when connections are accepted; rejects with the system's error if the port cannot be taken. */
export async function openForward(options: ForwardOptions): Promise<Forward> {
  const { way, port, localPort, failed = () => {} } = options;
  const open = new Set<Socket>();
  // One side may have said all while the other still answers.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    join(socket, way, port, failed);
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('drop', () => failed(`more than ${MOST_CONNECTIONS} connections at once`));
  await listen(server, localPort ?? port).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
    if (localPort !== undefined || !isTaken) throw error;
    return listen(server, 0);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function join(socket: Socket, way: WayOptions, port: number, failed: (reason: string) => void): void {
  let pipe: Pipe | undefined;
  let hasEnded = false;
  const stop = pipeThere(way, port, {
    opened: (opened) => {
      pipe = opened;
      const { stdin, stdout } = opened;
      // Whichever of them ends early, the others are told by their own ends.
      for (const stream of [stdin, stdout]) stream.on('error', () => {});
      socket.pipe(stdin);
      stdout.pipe(socket);
      stdout.once('end', () => {
        hasEnded = true;
      });
    },
    ended: (trouble) => {
      if (trouble === undefined || socket.destroyed) return;
      failed(trouble);
      socket.destroy();
    },
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    // A command that has said all ends by itself, and may tell why.
    if (hasEnded) pipe?.stdin.end();
    else stop();
  });
}
