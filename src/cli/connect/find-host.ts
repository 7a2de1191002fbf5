/** Finds this user's host: looks for the running one, or starts a host in the background and waits until it answers. */

import { connect } from 'node:net';

/** A host process that we started. */
export type StartedHost = {
  /** Resolves with the exit code when the process ends. */
  readonly ended: Promise<number | null>;
  /**
   * Ends this process if the host that answers at the socket is another one. On a busy machine this process could
   * otherwise come up after the other host was stopped, and stay.
   */
  giveWay(socket: string): void;
};

export type FindHostOptions = {
  /** Returns the socket at which this user's host answers, if one does. */
  readonly look: () => Promise<string | undefined>;
  /** Starts a host; undefined when only a running host will do. */
  readonly start?: () => StartedHost;
  /** Whether an fd holder is about to start a host: then wait for that host, and start none. */
  readonly isKept?: () => boolean;
  /** Called as soon as a host was started or is waited for, to do slow work while it boots. */
  readonly meanwhile?: () => void;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  readonly now?: () => number;
};

export type FoundHost =
  | { readonly ok: true; readonly url: string; readonly started: boolean }
  | { readonly ok: false; readonly reason: 'none' }
  | { readonly ok: false; readonly reason: 'ended'; readonly exitCode: number | null }
  | { readonly ok: false; readonly reason: 'late'; readonly waitedMs: number };

/** Time limit of a start. A cold start takes a fraction of a second; after ten seconds something is wrong. */
const WAIT_MS = 10_000;
/** Pause between attempts to connect. An attempt costs a tenth of a millisecond. */
const TRY_EVERY_MS = 15;

export async function findHost(options: FindHostOptions): Promise<FoundHost> {
  const { look, start, isKept = () => false, meanwhile = () => {}, sleep = wait, now = Date.now } = options;
  const running = await look();
  if (running !== undefined) return found(running, false);
  const begun = now();
  let host: StartedHost | undefined;
  let ended: number | null | undefined;
  for (let isFirst = true; ; isFirst = false) {
    if (host === undefined && !isKept()) {
      if (start === undefined) return { ok: false, reason: 'none' };
      host = start();
      void host.ended.then((exitCode) => {
        ended = exitCode;
      });
    }
    if (isFirst) meanwhile();
    const socket = await look();
    if (socket !== undefined) {
      host?.giveWay(socket);
      return found(socket, host !== undefined);
    }
    const failure = failureOf(ended, now() - begun);
    if (failure !== undefined) return failure;
    await sleep(TRY_EVERY_MS);
  }
}

/** Returns why waiting for a host is over, if it is. `ended`: exit code of the host that was started, once it has one. */
function failureOf(ended: number | null | undefined, waitedMs: number): FoundHost | undefined {
  // Exit code 0 means that the host of another window was quicker; it is about to answer.
  if (ended !== undefined && ended !== 0) return { ok: false, reason: 'ended', exitCode: ended };
  return waitedMs > WAIT_MS ? { ok: false, reason: 'late', waitedMs } : undefined;
}

function found(socket: string, started: boolean): FoundHost {
  return { ok: true, url: `unix:${socket}`, started };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Whether a host accepts connections at the socket. The file alone proves nothing: its host may be dead. */
export function acceptsConnections(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const answer = (accepted: boolean): void => {
      probe.destroy();
      resolve(accepted);
    };
    probe.once('connect', () => answer(true));
    probe.once('error', () => answer(false));
    probe.setTimeout(1000, () => answer(false));
  });
}
