/** A terminal as this window sees it — its mirrored state, its live screen and its blocks. */

import type { Mirror } from '../../client/mirror.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { type Block, blocksOf } from '../blocks/block/block.ts';
import { OutputCache } from '../blocks/output/block-output.ts';
import type { Facts } from '../model/step.ts';
import type { LiveFace } from './screen-view.ts';
import { LiveScreen } from './window-screen.ts';

/**
 * Characters a hidden tab lets wait unparsed. Beyond it the view is let go: asking the host for a fresh snapshot
 * when the tab is looked at again costs less than keeping up with a flood nobody sees.
 */
const HIDDEN_LIMIT = 512 * 1024;

/** Come back from the host as accepted, and change nothing that is shown. */
const UNSEEN: ReadonlySet<string> = new Set(['terminal/input', 'terminal/output']);

export type TerminalViewOptions = {
  readonly scrollback: number;
  /** The person's writer label, shown as `you`. */
  readonly me: string;
  /** Shown as `~` in the folders of blocks. */
  readonly home: string | undefined;
  /** Something shown has changed: bytes came, or a fact. */
  readonly onChange: () => void;
  /** Hidden, and more is waiting than a hidden tab may hold: this view is to be closed, and opened anew when looked at. */
  readonly onOverfull: () => void;
};

export class TerminalView {
  readonly output = new OutputCache();
  live: LiveScreen;
  #mirror: Mirror<TerminalState>;
  #options: TerminalViewOptions;
  #shown = true;
  #waiting: (Action | UnknownAction)[] = [];
  #waitingChars = 0;
  #unsubscribe: () => void;
  #known: { readonly from: readonly unknown[]; readonly facts: Facts } | undefined;

  constructor(mirror: Mirror<TerminalState>, options: TerminalViewOptions) {
    this.#mirror = mirror;
    this.#options = options;
    this.live = this.#screen();
    this.#unsubscribe = mirror.onChange((_state, cause) => {
      if (cause.kind === 'snapshot') this.#reload();
      else if (UNSEEN.has(cause.envelope.action.type)) return;
      else this.#take(cause.envelope.action);
      if (this.#shown) options.onChange();
      else if (this.#waitingChars > HIDDEN_LIMIT) options.onOverfull();
    });
  }

  get state(): TerminalState {
    return this.#mirror.state;
  }

  get blocks(): readonly Block[] {
    return blocksOf(this.state, this.#options.me, this.#options.home);
  }

  hide(): void {
    this.#shown = false;
  }

  /** In front again: what waited is parsed now. */
  show(): void {
    this.#shown = true;
    for (const action of this.#waiting) this.live.apply(action);
    this.#waiting = [];
    this.#waitingChars = 0;
  }

  /** The same object while nothing of it has changed. */
  facts(info: TerminalInfo | undefined): Facts {
    const { face } = this.live;
    const from = [face, face.emulator.version, this.state, info];
    if (this.#known?.from.every((each, at) => each === from[at]) === true) return this.#known.facts;
    const facts = this.#read(face, info);
    this.#known = { from, facts };
    return facts;
  }

  close(): void {
    this.#unsubscribe();
    this.live.close();
    this.output.close();
  }

  #read(face: LiveFace, info: TerminalInfo | undefined): Facts {
    const { emulator } = face;
    const meta = cottyMeta<TerminalMeta>(info?._meta);
    return {
      running: this.#running(meta),
      fullScreen: face.fullScreen,
      modes: emulator.modes,
      echoOff: meta.echoOff ?? false,
      blocks: this.blocks,
      screen: { cols: emulator.cols, rows: emulator.rows },
      liveTop: face.start - emulator.base,
      cwd: this.state.cwd,
    };
  }

  #screen(): LiveScreen {
    const { scrollback, onChange } = this.#options;
    return new LiveScreen(this.state, {
      scrollback,
      onSettled: () => this.#shown && onChange(),
      setTimer: setTimeout,
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    });
  }

  #take(action: Action | UnknownAction): void {
    if (this.#shown) {
      this.live.apply(action);
      return;
    }
    this.#waiting.push(action);
    if (action.type === 'terminal/data') this.#waitingChars += action.data.length;
  }

  #reload(): void {
    this.#waiting = [];
    this.#waitingChars = 0;
    this.live.close();
    this.live = this.#screen();
  }

  #running(meta: Partial<TerminalMeta>): Facts['running'] {
    const tail = this.state.content.at(-1);
    if (tail?.type === 'command' && !tail.isComplete) {
      return { commandLine: tail.commandLine, since: tail.timestamp };
    }
    // After `clear` the open part is gone from the content, the host's list still knows.
    if (tail !== undefined || meta.running === undefined) return undefined;
    return { commandLine: meta.running.commandLine, since: meta.running.timestamp };
  }
}
