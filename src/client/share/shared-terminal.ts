/** A terminal whose pty runs at this client and that a host shows to others (AHP: `executionTarget: "client"`). */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import type { OwnerMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { RootState } from '../../protocol/root/state.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { ClosedError, RpcError } from '../../rpc/errors.ts';
import type { Client, TerminalMirror } from '../client.ts';
import type { Cause } from '../mirror.ts';
import { OutputSender, type SenderOptions } from './output-sender.ts';

export type ShareParams = {
  readonly uri: string;
  readonly name?: string;
  readonly cwd?: string;
  readonly cols: number;
  readonly rows: number;
  /** The program that runs: a shell, with the nonce of its shell integration, or a command. */
  readonly runs:
    | { readonly shell: string; readonly nonce?: string }
    | { readonly command: readonly string[] };
};

/** `closed`: another client closed it at the host. `lost`: the host no longer has it, or the connection is closed for good. */
export type SharedEnd = 'closed' | 'lost';

export type ShareListeners = {
  /** Called once, when the sharing ends; the local program continues. */
  readonly onEnd: (why: SharedEnd) => void;
  readonly onBehind: (behind: boolean) => void;
};

/** Longest wait (ms) until the exit has reached the host, since the user who typed `exit` waits for it. */
const EXIT_TIMEOUT_MS = 2000;

export class SharedTerminal {
  readonly uri: string;
  readonly #client: Client;
  readonly #sender: OutputSender;
  readonly #listeners: ShareListeners;
  readonly #stops: (() => void)[] = [];
  readonly #shown = new ShownSince();
  /** The params of the share, with the present size. */
  #params: ShareParams;
  /** Whether the host does not know the terminal. */
  #gone = false;
  /** Whether the terminal is being announced to another host. */
  #isOpening = false;
  #listed = false;
  #ended = false;
  #exitDone: () => void = () => {};

  /** Throws an `RpcError` if the host cannot do this. */
  static async open(client: Client, params: ShareParams, listeners: ShareListeners): Promise<SharedTerminal> {
    const { uri } = params;
    const mirror = await create(client, params);
    if (mirror.state.executionTarget !== 'client') {
      // The host does not know `executionTarget` and has started a shell of its own.
      await client.disposeTerminal(uri);
      throw new RpcError(ErrorCode.InternalError, 'this host only shows terminals that it runs itself');
    }
    return new SharedTerminal(client, params, mirror, listeners);
  }

  private constructor(
    client: Client,
    params: ShareParams,
    mirror: TerminalMirror,
    listeners: ShareListeners,
  ) {
    this.uri = mirror.uri;
    this.#client = client;
    this.#params = params;
    this.#listeners = listeners;
    const after: SenderOptions['after'] = (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    };
    const dispatch: SenderOptions['dispatch'] = (action) => client.dispatch(this.uri, action);
    this.#sender = new OutputSender({ dispatch, after, onBehind: listeners.onBehind });
    this.#follow(mirror);
    this.#stops.push(
      client.onConnectionState((state, { back }) => {
        if (state === 'ready') this.#returned(back?.host !== undefined);
        else if (state === 'closed') this.#end('lost');
      }),
      client.root.onChange((root) => this.#checkListed(root)),
    );
  }

  /** Sends output of the pty, including shell-integration sequences, which the host parses. */
  write(text: string): void {
    if (this.#ended || text === '') return;
    this.#shown.add(text, { isAway: this.#gone || this.#client.connectionState !== 'ready' });
    if (!this.#gone) this.#sender.write(text);
  }

  resize(cols: number, rows: number): void {
    this.#params = { ...this.#params, cols, rows };
    if (!this.#ended && !this.#gone) this.#sender.push({ type: 'terminal/resized', cols, rows });
  }

  /** Sends the exit. Resolves when the host has everything, when the sharing has ended, or at the timeout. */
  async exit(exitCode: number): Promise<void> {
    if (this.#ended) return;
    this.#sender.push({ type: 'terminal/exited', exitCode });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EXIT_TIMEOUT_MS);
      this.#exitDone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.close();
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#sender.close();
    this.#exitDone();
  }

  #follow(mirror: TerminalMirror): void {
    mirror.onChange((state, cause) => this.#changed(state, cause));
    mirror.onRejected((envelope) => this.#acknowledge(envelope));
    mirror.onGone(() => {
      this.#gone = true;
    });
  }

  /** The connection is back, perhaps to another host. If that does not have the terminal, it is asked to create it. */
  #returned(isOther: boolean): void {
    if (!this.#gone) this.#sender.resend();
    else if (isOther || this.#isOpening) void this.#openAgain();
    else this.#end('lost');
  }

  async #openAgain(): Promise<void> {
    this.#isOpening = true;
    try {
      const mirror = await create(this.#client, this.#params);
      if (this.#ended) return;
      this.#isOpening = false;
      this.#gone = false;
      this.#listed = false;
      this.#follow(mirror);
      this.#sender.restart(this.#shown.text);
    } catch (error) {
      // If the connection is lost again, this is tried again after the next reconnect.
      if (!(error instanceof ClosedError)) this.#end('lost');
    }
  }

  /** Checks the root list: a host may dispose a terminal without an action on its channel. After a reconnect, see `onGone`. */
  #checkListed({ terminals = [] }: RootState): void {
    const isListed = terminals.some(({ resource }) => resource === this.uri);
    const wasListed = this.#listed && this.#client.connectionState === 'ready';
    this.#listed = isListed;
    if (wasListed && !isListed) this.#end('closed');
  }

  #changed(state: TerminalState, cause: Cause): void {
    if (this.#ended) return;
    if (cause.kind === 'snapshot') {
      this.#sender.acknowledge(cottyMeta<OwnerMeta>(state._meta).received ?? 0);
      if (state.lifecycle.status === 'exited') this.#exitDone();
      return;
    }
    const { envelope } = cause;
    if (this.#isOurs(envelope)) this.#acknowledge(envelope);
    else if (envelope.action.type === 'terminal/exited') this.#end('closed');
  }

  /** Acknowledges an echo of our own action. Its output is already on our screen. */
  #acknowledge(envelope: ActionEnvelope): void {
    if (!this.#isOurs(envelope)) return;
    this.#sender.acknowledge(envelope.origin?.clientSeq ?? 0);
    if (this.#sender.idle) this.#exitDone();
  }

  #isOurs({ origin }: ActionEnvelope): boolean {
    return origin?.clientId === this.#client.clientId;
  }

  #end(why: SharedEnd): void {
    if (this.#ended) return;
    this.close();
    this.#listeners.onEnd(why);
  }
}

async function create(client: Client, params: ShareParams): Promise<TerminalMirror> {
  const { uri, runs, name, cwd, cols, rows } = params;
  await client.createTerminal({
    channel: uri,
    claim: { kind: 'client', clientId: client.clientId },
    executionTarget: 'client',
    cols,
    rows,
    ...(name === undefined ? {} : { name }),
    ...(cwd === undefined ? {} : { cwd }),
    _meta: { [META_KEY]: runs },
  });
  return client.subscribe(uri);
}

/** The sequence with which a shell reports the end of a command. */
const ENDED = '\x1b]633;D';
/** Limit in UTF-16 units. Beyond it the oldest output is dropped, and a line in its place says so. */
const LIMIT = 256 * 1024;

/** Cancels an incomplete sequence and resets modes that the dropped text may have set. */
const CUT = '\x18\x1b[!p[cotty: what was printed before was not kept]\r\n';

/**
 * The output that a host must get which does not have any yet: what was printed since a command has ended, and all that was
 * printed while there was no host, because no other host knows the commands that ended meanwhile.
 */
export class ShownSince {
  #text = '';
  #isCut = false;

  /** `isAway` says that no host takes the text at present. */
  add(text: string, { isAway = false }: { readonly isAway?: boolean } = {}): void {
    // The sequence may be split between two writes.
    const from = Math.max(0, this.#text.length - ENDED.length + 1);
    this.#text += text;
    const endsHere = !isAway && this.#text.indexOf(ENDED, from) >= 0;
    const ended = endsHere ? this.#text.lastIndexOf(ENDED) : -1;
    if (ended >= 0) {
      this.#text = this.#text.slice(ended);
      this.#isCut = false;
    }
    // Half of the limit is kept, since each cut copies the rest: so cuts are rare.
    if (this.#text.length <= LIMIT) return;
    this.#text = this.#text.slice(-LIMIT / 2);
    this.#isCut = true;
  }

  get text(): string {
    return this.#isCut ? CUT + this.#text : this.#text;
  }
}
