/** Listens for everything that can end `cotty wait`: a finished command, an ended terminal, the timeout, a lost host. */

import type { Client } from '../../../client/client.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import { ExitCode } from '../../common/exit-code.ts';
import type { Io } from '../../common/io.ts';
import { FinishedCommands } from './finished-commands.ts';
import { HOST_WAIT_MS, watchHost } from './lost-host.ts';
import type { Told } from './told-command.ts';

export type EndsRequest = {
  readonly accepts: (record: CommandRecord) => boolean;
  readonly timeoutMs: number | undefined;
};

/** Why waiting is over without a finished command, and the exit code for it. */
export type Over = { readonly code: ExitCode; readonly message: string };

export type EndsListener = {
  readonly onCommand: (told: Told) => void;
  /** Called for each awaited terminal that is not running any more; possibly several times for the same terminal. */
  readonly onTerminal: (uri: string) => void;
  readonly onOver: (over: Over) => void;
  readonly onError: (error: unknown) => void;
  /** Called when listening has begun: every command that ends from then on is reported. */
  readonly onReady?: () => void;
};

export const TERMINAL_ENDED: Over = {
  code: ExitCode.lost,
  message: 'nothing to wait for: the terminal has ended',
};

/**
 * Listens to the terminals with the URIs of `only`; if undefined, to the commands of every terminal. Returns a function that
 * stops it.
 */
export function listenToEnds(
  client: Client,
  only: ReadonlySet<string> | undefined,
  { accepts, timeoutMs }: EndsRequest,
  { onCommand, onTerminal, onOver, onError, onReady }: EndsListener,
  io: Io,
): () => void {
  let isStopped = false;
  const tellEnded = (): void => {
    for (const uri of only ?? []) if (!isRunning(client, uri)) onTerminal(uri);
  };
  const onLost = (reason: string): void =>
    onOver({ code: ExitCode.lost, message: `the connection to the host was lost: ${reason}` });
  const stops = [client.root.onChange(tellEnded), watchHost(client, { waitMs: HOST_WAIT_MS, onLost }, io)];
  if (timeoutMs !== undefined) {
    const message = `no command ended within ${timeoutMs / 1000} s`;
    const timer = setTimeout(() => onOver({ code: ExitCode.timeout, message }), timeoutMs);
    stops.push(() => clearTimeout(timer));
  }
  const onFinished = (told: Told): void => {
    if (accepts(told.record)) onCommand(told);
  };
  FinishedCommands.open(client, only, { onFinished, onError }).then((finished) => {
    if (isStopped) return finished.close();
    stops.push(() => finished.close());
    onReady?.();
  }, onError);
  // Terminals that ended earlier cause no change of the list.
  tellEnded();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

function isRunning({ root }: Client, uri: string): boolean {
  return root.state.terminals?.find(({ resource }) => resource === uri)?.lifecycle.status === 'running';
}
