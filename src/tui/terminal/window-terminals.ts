/** The terminals this window has shown: those in view, one of them in front, and others hidden until they are shown again. */

import type { AskCommands } from '../../client/blocks/older-commands.ts';
import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { AskOutput } from '../../protocol/cotty/command-output.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { parseRedrawn } from '../../protocol/validate/read-redrawn.ts';
import { takeWanted } from '../../screen/image/image-table.ts';
import { BurstEnd } from '../../screen/skim/burst-end.ts';
import type { Message } from '../model/message.ts';
import type { Pacer } from '../paint/pacer.ts';
import { closedMirror } from './closed-mirror.ts';
import { EchoTiming, type EchoTimingOptions } from './echo-timing.ts';
import { WindowTerminal, type WindowTerminalOptions } from './window-terminal.ts';

/** Hidden terminals that are kept after a burst of output. Each screen takes 6 MB; to open one again takes some 20 ms. */
const KEPT_HIDDEN = 3;

export type WindowTerminalsOptions = {
  readonly client: Client;
  readonly scrollback: number;
  /** The setting `localEcho`. */
  readonly localEcho: EchoTimingOptions['when'];
  readonly me: string;
  readonly home: string | undefined;
  /** Gets a request for a frame when a terminal in view has changed. */
  readonly pacer: Pick<Pacer, 'request' | 'requestCalmly' | 'printed'>;
  /** Called when fetched lines have come, and when the host refused an action of this window. */
  readonly notify: (message: Message) => void;
  /** Called some time after a burst of output, when hidden terminals have dropped their caches. */
  readonly afterBurst?: (() => void) | undefined;
};

/** A closed terminal, and the number of the command that the user wants to see. */
export type ClosedPlace = { readonly uri: string; readonly title: string; readonly seq: number | undefined };

export class WindowTerminals {
  /** By URI; the terminal that was in front last comes last. */
  #terminals = new Map<string, WindowTerminal>();
  #front: string | undefined;
  /** The visible terminals, with the one in front, if there are several; else empty. */
  #inView: ReadonlySet<string> = new Set();
  /** The terminal in which the mouse button is down. */
  #frozen: WindowTerminal | undefined;
  /** The closed terminal in front, if there is one. */
  #closed: { readonly uri: string; readonly terminal: WindowTerminal } | undefined;
  #options: WindowTerminalsOptions;
  readonly #stopListening: () => void;
  /** How far each machine is; the window's own host is `''`. */
  readonly #timings = new Map<string, EchoTiming>();
  readonly #timingOf = new Map<string, EchoTiming>();
  readonly #burstEnd = new BurstEnd({ onEnd: () => this.#letGo(), after });

  constructor(options: WindowTerminalsOptions) {
    this.#options = options;
    this.#stopListening = options.client.onNotification((method, params) => {
      if (method === 'x-cotty/redrawn') this.#redraw(params);
    });
  }

  get(uri: string | undefined): WindowTerminal | undefined {
    if (uri === undefined) return undefined;
    return this.#closed?.uri === uri ? this.#closed.terminal : this.#terminals.get(uri);
  }

  /** Brings a terminal to the front. */
  async show(uri: string): Promise<void> {
    this.#toFront(uri);
    await this.#open(uri);
  }

  /**
   * Sets which terminals are visible, the one in front first; hides the others. Returns those that have to be shown beside
   * the one in front.
   */
  see(uris: readonly string[]): readonly string[] {
    const before = this.#inView;
    this.#inView = new Set(uris.length > 1 ? uris : []);
    for (const uri of before) {
      if (!this.#inView.has(uri) && uri !== this.#front) this.#terminals.get(uri)?.hide();
    }
    return uris.slice(1).filter((uri) => !before.has(uri) && uri !== this.#front);
  }

  /** Shows a terminal beside the one in front. */
  async showBeside(uri: string): Promise<void> {
    await this.#open(uri);
  }

  /** Opens a terminal; subscribes if it was never shown, or was closed while hidden. */
  async #open(uri: string): Promise<void> {
    const known = this.#terminals.get(uri);
    if (known !== undefined) {
      this.#terminals.delete(uri);
      this.#terminals.set(uri, known);
      known.show();
      return;
    }
    const { client, notify } = this.#options;
    const mirror = await client.subscribe(uri);
    // It was opened twice meanwhile, and the first answer has come already.
    if (this.#terminals.has(uri)) return;
    mirror.onRejected(({ origin, rejectionReason = '', action }) => {
      if (origin?.clientId === client.clientId)
        notify({ kind: 'rejected', uri, reason: rejectionReason, action: action.type });
    });
    const terminal = new WindowTerminal(mirror, this.#optionsOf(uri));
    if (!this.#isInView(uri)) terminal.hide();
    this.#timeEcho(uri);
    this.#terminals.set(uri, terminal);
  }

  /**
   * Brings a closed terminal to the front, with its newest commands and, if `seq` is given, those back to that number. Rejects if
   * there is no record of it; does nothing if it is not wanted any more.
   */
  async look({ uri, title, seq }: ClosedPlace, isWanted: () => boolean): Promise<void> {
    const terminal = new WindowTerminal(closedMirror(uri, title), {
      ...this.#optionsOf(uri),
      isClosed: true,
    });
    try {
      await terminal.older.reach(seq ?? Number.POSITIVE_INFINITY);
    } catch (error) {
      terminal.close();
      throw error;
    }
    if (!isWanted()) return terminal.close();
    this.#toFront(uri);
    this.#closed = { uri, terminal };
  }

  /** Must be called after each frame: acknowledges the output that was shown, and fetches what the user looks at. */
  painted(looksBack: (uri: string) => boolean): void {
    const wanted = takeWanted();
    for (const uri of this.#shown()) {
      const terminal = this.get(uri);
      const isBack = looksBack(uri);
      const chars = terminal?.takeAck(isBack) ?? 0;
      this.#burstEnd.printed(terminal?.takePrinted() ?? 0);
      if (isBack && terminal?.wantsWhole)
        this.#options.client.notify('x-cotty/ack', { channel: uri, chars, whole: true });
      else if (chars > 0) this.#options.client.notify('x-cotty/ack', { channel: uri, chars });
      if (isBack) terminal?.lookBack();
      terminal?.images.want(wanted);
    }
  }

  #shown(): Iterable<string> {
    return this.#front === undefined || this.#inView.has(this.#front) ? this.#inView : [this.#front];
  }

  /**
   * Freezes a terminal while the mouse button is down in it; all others go on. With `scrolled` the drag has scrolled its view.
   */
  freeze(uri: string | undefined, scrolled = false): void {
    const terminal = this.get(uri);
    if (this.#frozen !== terminal) this.#frozen?.thaw();
    this.#frozen = terminal;
    terminal?.freeze(scrolled);
  }

  /** Drops terminals that are no longer listed. */
  keepOnly(uris: ReadonlySet<string>): void {
    for (const uri of this.#terminals.keys()) {
      if (!uris.has(uri)) this.drop(uri);
    }
  }

  drop(uri: string): void {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined) return;
    this.#terminals.delete(uri);
    this.#timingOf.delete(uri);
    terminal.close();
    void this.#options.client.unsubscribe(uri);
  }

  /** Must be called when input was sent. Returns whether something new is to be painted before the host has echoed it. */
  typed(uri: string, data: string): boolean {
    const timing = this.#timingOf.get(uri);
    return timing?.wantsKeys === true && this.#typedFar(uri, data, timing);
  }

  #typedFar(uri: string, data: string, timing: EchoTiming): boolean {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined || !timing.draws) {
      void timing.measure();
      return false;
    }
    const number = terminal.typed(data);
    void timing.measure((isThere) => terminal.arrived(isThere ? number : undefined));
    return terminal.isAhead;
  }

  /** All terminals of a machine are equally far. */
  #timeEcho(uri: string): void {
    const { client, localEcho } = this.#options;
    const info = client.root.state.terminals?.find(({ resource }) => resource === uri);
    const { machine = '' } = cottyMeta<TerminalMeta>(info?._meta);
    let timing = this.#timings.get(machine);
    if (timing === undefined) {
      timing = new EchoTiming({ when: localEcho, roundTrip: () => client.roundTrip(uri) });
      this.#timings.set(machine, timing);
      void timing.measure();
    }
    this.#timingOf.set(uri, timing);
  }

  /** Must be called when somebody types. */
  touched(): void {
    this.#burstEnd.touched();
  }

  close(): void {
    this.#stopListening();
    this.#burstEnd.close();
    this.#closed?.terminal.close();
    for (const terminal of this.#terminals.values()) terminal.close();
    this.#terminals.clear();
  }

  /** Hides the terminal that was in front; drops it if it was a closed one. */
  #toFront(uri: string): void {
    const before = this.#front;
    if (before !== undefined && before !== uri && !this.#inView.has(before)) this.get(before)?.hide();
    this.#closed?.terminal.close();
    this.#closed = undefined;
    this.#front = uri;
  }

  #isInView(uri: string): boolean {
    return uri === this.#front || this.#inView.has(uri);
  }

  #optionsOf(uri: string): WindowTerminalOptions {
    const { client, scrollback, me, home, pacer, notify } = this.#options;
    const ask = {
      commands: (page: Parameters<AskCommands>[0]) => client.cotty.commands(uri, page),
      output: (range: Parameters<AskOutput>[0]) => client.cotty.output(uri, range),
      image: (key: string, from: number) => client.cotty.image(uri, key, from),
    };
    return {
      scrollback,
      me,
      home,
      ask,
      onFetched: () => notify({ kind: 'fetched', uri }),
      onOlderLines: (lines) => notify({ kind: 'olderLines', uri, lines }),
      // Only in the terminal in front may a change be the echo of a key, which must be shown at once.
      pacer: {
        request: () => (uri === this.#front ? pacer.request() : pacer.requestCalmly()),
        printed: () => (uri === this.#front ? pacer.printed() : pacer.requestCalmly()),
      },
      onOverfull: () => this.drop(uri),
    };
  }

  /**
   * Drops the hidden terminals that were in front longest ago, and the rendered outputs of the others: both are made again when
   * they are shown.
   */
  #letGo(): void {
    const hidden = [...this.#terminals.keys()].filter((uri) => !this.#isInView(uri));
    for (const uri of hidden.splice(0, hidden.length - KEPT_HIDDEN)) this.drop(uri);
    for (const uri of hidden) this.#terminals.get(uri)?.output.close();
    this.#options.afterBurst?.();
  }

  /** Draws the host's screen with its scrollback, after output of which this window got only a part. */
  #redraw(params: unknown): void {
    const redrawn = parseRedrawn(params);
    if (redrawn !== undefined) this.#terminals.get(redrawn.channel)?.redraw(redrawn);
  }
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
