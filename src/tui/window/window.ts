/** The window: owns the model and the way from a message to the screen: update, perform, paint. */

import type { ReadStream } from 'node:tty';
import { isBrowsing } from '../../client/commands/key-table.ts';
import type { RootState } from '../../protocol/root/state.ts';
import type { Annotation } from '../../protocol/terminal/annotation.ts';
import { keepImages } from '../../screen/image/image-table.ts';
import { isFollowing } from '../blocks/block/block-view.ts';
import type { DrawChrome } from '../chrome/load-chrome.ts';
import { KeyInput } from '../input/key-input.ts';
import { isTyped, type Token } from '../input/token.ts';
import { keysAreRaw, keysWait } from '../model/derived/input-context.ts';
import { changedLook } from '../model/derived/looking.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { openUris, standsAlike } from '../model/panes/pane-layout.ts';
import type { Effect } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { mayShowImages } from '../outer/capabilities.ts';
import { Pacer } from '../paint/pacer.ts';
import type { Painter } from '../paint/painter.ts';
import { type ClosedPlace, WindowTerminals } from '../terminal/window-terminals.ts';
import { asTyped } from '../update/dialogs/dialog-rules.ts';
import { update } from '../update/update.ts';
import { currentViewState, type Painted } from './current-view-state.ts';
import { Following } from './following.ts';
import { Drawing } from './frame/drawing.ts';
import type { PaneScene } from './frame/pane-scene.ts';
import { Scenes } from './frame/scene.ts';
import { hearWakes } from './host-effects.ts';
import { KeptPlace } from './kept-place.ts';
import { LastLines } from './last-lines.ts';
import { JoinedEffects, perform } from './perform.ts';
import { Ticks } from './ticks.ts';
import { applyWantedModes } from './wanted-modes.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/** The window closes when the signal is aborted. */
export type WindowOptions = WorldOptions & {
  readonly stdin: ReadStream;
  readonly painter: Painter;
  readonly afterBurst?: (() => void) | undefined;
  readonly onQuit: (code: number, farewell: string | undefined) => void;
  /** What the last window showed, as the host has stored it. */
  readonly place: string;
};

/** Longest wait for a terminal to appear in the host's list or to leave it (ms): it may have ended before. */
const LISTED_MS = 1000;

export class Window {
  readonly keys: KeyInput;
  readonly #options: WindowOptions;
  readonly #terminals: WindowTerminals;
  readonly #viewState: ViewState;
  readonly #following: Following;
  readonly #drawing = new Drawing();
  readonly #pacer: Pacer;
  readonly #world: World;
  readonly #effects: JoinedEffects;
  readonly #scenes = new Scenes();
  readonly #ticks = new Ticks(() => this.notify({ kind: 'tick' }));
  readonly #lastLines: LastLines;
  readonly #place: KeptPlace;
  #model: Model;
  #painted: Painted | undefined;
  #typed: ViewState['typed'];
  /** The terminal that was brought to the front, until its screen has come. */
  #coming: string | undefined;
  /** Number of requests for terminals that the host has not answered yet. */
  #asked = 0;
  readonly #onUpdate = new Set<() => void>();

  constructor(model: Model, options: WindowOptions) {
    this.#options = options;
    this.#model = model;
    keepImages(mayShowImages(model.outer));
    this.#pacer = this.#newPacer();
    this.#terminals = this.#newTerminals();
    this.#viewState = currentViewState({
      now: Date.now,
      model: () => this.#model,
      terminals: this.#terminals,
      painted: () => this.#painted,
      typed: () => this.#typed,
    });
    this.#following = new Following({
      model: () => this.#model,
      terminals: this.#terminals,
      viewState: this.#viewState,
      update: (message) => this.#update(message),
    });
    this.#lastLines = new LastLines({
      client: options.client,
      model: () => this.#model,
      notify: (message) => this.notify(message),
    });
    this.#place = new KeptPlace({ client: options.client, model: () => this.#model, kept: options.place });
    this.keys = new KeyInput(options.stdin, this);
    this.#world = openWorld(this, options);
    this.#effects = new JoinedEffects((effect) => perform(this.#world, effect));
    this.#listenToHost();
    options.signal.addEventListener('abort', () => this.#close(), { once: true });
  }

  get model(): Model {
    return this.#model;
  }

  get keysWait(): boolean {
    const isComing = this.#coming !== undefined && this.#coming === this.#model.active;
    return keysWait(this.#model, isComing || this.#asked > 0);
  }

  get keysAreRaw(): boolean {
    return keysAreRaw(this.#model);
  }

  /** Takes keys, pastes, mouse events and answers of the outer terminal. */
  read(tokens: readonly Token[]): void {
    this.#terminals.touched();
    const read = () => {
      for (const token of tokens) {
        for (const typed of asTyped(this.#model, this.#viewState, token)) this.#read(typed);
      }
    };
    // A single key need not wait for others to be sent with.
    if (tokens.length === 1) read();
    else this.#effects.join(read);
  }

  #read(token: Token): void {
    if (this.#closed || this.keys.keeps(token)) return;
    // The mouse presses on what is shown, not on what has come since the last frame.
    if (token.kind === 'mouse' && token.action === 'press') this.#terminals.freeze(this.#paneAt(token));
    // The meaning of a key depends on the program's state now, not on that of the last frame.
    else if (this.#following.followFront()) this.#pacer.request();
    this.notify(token);
  }

  /** Returns the terminal that was last painted at a cell of the window. */
  #paneAt({ x, y }: { readonly x: number; readonly y: number }): string | undefined {
    const isAt = ({ body }: PaneScene) =>
      x >= body.x && x < body.x + body.width && y >= body.y && y < body.y + body.height;
    return this.#painted?.scene.panes.find(isAt)?.uri;
  }

  /** Handles a message: updates the model, performs the effects and asks for a frame. */
  notify(message: Message): void {
    if (this.#closed) return;
    const before = this.#model;
    this.#update(message);
    const { quit } = this.#model;
    if (quit !== undefined) this.#effects.flush();
    if (quit !== undefined) this.#options.onQuit(quit.code, quit.farewell);
    else if (this.#model !== before && isTyped(message)) this.#pacer.answer();
    else if (this.#model !== before || message.kind === 'tick') this.#pacer.request();
    this.keys.deliver();
  }

  /** Brings a terminal to the front, where its screen is mirrored. */
  show(uri: string): void {
    this.#following.forget(uri);
    this.#coming = this.#terminals.get(uri) === undefined ? uri : undefined;
    this.#terminals.show(uri).then(
      () => {
        this.#came(uri);
        if (this.#model.active !== uri) return;
        this.notify({ kind: 'shown', uri });
        this.#pacer.request();
      },
      (error: unknown) => {
        this.#came(uri);
        this.notify({ kind: 'failed', what: 'show the terminal', error });
      },
    );
  }

  #came(uri: string): void {
    if (this.#coming === uri) this.#coming = undefined;
  }

  /** Shows the terminals that have come into view beside the one in front, and hides those that have left it. */
  #see(): void {
    for (const uri of this.#terminals.see(openUris(this.#model))) {
      this.#following.forget(uri);
      this.#terminals.showBeside(uri).then(
        () => this.notify({ kind: 'shownBeside', uri }),
        (error: unknown) => this.notify({ kind: 'failed', what: 'show a terminal beside', error }),
      );
    }
  }

  /** Brings a closed terminal to the front from the records, unless the user has gone elsewhere by then. */
  look(place: ClosedPlace): void {
    const { uri, title } = place;
    const isWanted = () => this.#model.goingTo?.uri === uri;
    this.#terminals.look(place, isWanted).then(
      () => {
        this.#following.forget(uri);
        if (isWanted()) this.notify({ kind: 'looked', uri, title });
      },
      (error: unknown) => this.notify({ kind: 'failed', what: `show ${title}, which is closed`, error }),
    );
  }

  /** Shows the note and the bookmark that a command has now: nothing else tells of those of a closed terminal. */
  annotated(uri: string, commandId: string, now: Annotation): void {
    const { note, bookmarked } = now;
    const change = { note: note ?? { text: '', at: 0 }, bookmarked: bookmarked === true };
    this.#terminals.get(uri)?.older.annotate(commandId, change);
    this.notify({ kind: 'annotated', uri, commandId, now });
  }

  /**
   * Buffers keys until the host has answered a request for a terminal: they are meant for that, and are dropped with it if it is
   * refused (`answer` resolves to false). `answer` must not reject.
   */
  awaitTerminal(answer: Promise<boolean>): Promise<void> {
    return this.#holdKeys(answer, ({ awaited }) => awaited === undefined);
  }

  /** Buffers keys until a terminal that is being closed is gone: they are meant for the next one. `answer` as above. */
  awaitClosed(uri: string, answer: Promise<boolean>): Promise<void> {
    return this.#holdKeys(answer, ({ tabs }) => tabs.every(({ resource }) => resource !== uri));
  }

  /** Buffers keys until the host has answered and its list, which may come later, says so; or until that takes too long. */
  async #holdKeys(answer: Promise<boolean>, isListed: (model: Model) => boolean): Promise<void> {
    this.#asked += 1;
    if (await answer) await this.#until(isListed);
    else this.keys.forget();
    this.#asked -= 1;
    this.keys.deliver();
  }

  #until(isListed: (model: Model) => boolean): Promise<void> {
    if (isListed(this.#model)) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(late);
        this.#onUpdate.delete(look);
        resolve();
      };
      const late = setTimeout(end, LISTED_MS);
      const look = () => isListed(this.#model) && end();
      this.#onUpdate.add(look);
    });
  }

  /** Opens the first terminal, which no key asked for. */
  create(cwd: string | undefined): void {
    perform(this.#world, { kind: 'create', ...(cwd === undefined ? {} : { cwd }) });
  }

  /** Must be called when input was sent to a program. */
  typed(uri: string, data: string): void {
    if (this.#terminals.typed(uri, data)) this.#pacer.answer();
  }

  /** Paints everything again: another program has written to the outer terminal. */
  repaint(): void {
    this.#options.painter.invalidate();
    this.#pacer.request();
  }

  /** Draws the chrome from the next frame on. */
  drawWith(chrome: DrawChrome): void {
    this.#drawing.drawWith(chrome);
    this.#pacer.request();
  }

  /** Stores at the host what the window shows; must be called when the window ends. */
  leave(): Promise<void> {
    return this.#place.close();
  }

  get #closed(): boolean {
    return this.#options.signal.aborted;
  }

  #close(): void {
    this.keys.stop();
    this.#pacer.close();
    this.#ticks.close();
    this.#lastLines.close();
    this.#terminals.close();
  }

  #newTerminals(): WindowTerminals {
    return new WindowTerminals({
      client: this.#options.client,
      scrollback: this.#model.settings.scrollback,
      localEcho: () => this.#model.settings.localEcho,
      me: this.#model.me.writer,
      home: this.#options.env['HOME'],
      pacer: this.#pacer,
      notify: (message) => this.notify(message),
      afterBurst: this.#options.afterBurst,
    });
  }

  #newPacer(): Pacer {
    const { outer } = this.#options;
    const pacer = new Pacer({
      paint: (onlyPrinted) => this.#paint(onlyPrinted),
      paintEcho: () => this.#paintEcho(),
      isBlocked: () => outer.blocked || !outer.entered,
      now: () => performance.now(),
      setTimer: setTimeout,
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      // Messages that arrive together make one frame.
      defer: (run) => void setImmediate(run),
    });
    outer.onTaken(() => pacer.drained());
    return pacer;
  }

  #listenToHost(): void {
    const { client, signal } = this.#options;
    client.root.onChange((state) => this.#listed(state));
    client.onConnectionState((connection, { stopped = false, back }) =>
      this.notify({ kind: 'connection', connection, stopped, ...(back && { back }) }),
    );
    hearWakes(client, (message) => this.notify(message), signal);
  }

  #listed(state: RootState): void {
    const terminals = state.terminals ?? [];
    this.#terminals.keepOnly(new Set(terminals.map(({ resource }) => resource)));
    this.notify({ kind: 'listed', terminals });
    // The list also carries what only the view state shows, such as echo off.
    this.#pacer.request();
  }

  #update(message: Message): void {
    const before = this.#model;
    let sent = 0;
    const { model, effects } = update(before, this.#viewState, message, (answer) => {
      if (before.connection === 'ready') sent = this.#sendFirst(answer);
    });
    this.#model = model;
    for (const look of this.#onUpdate) look();
    // While the mouse button is down, what is shown stays in its place.
    this.#terminals.freeze(model.drag?.uri, model.drag?.scrolled);
    // Set at once: output with images may be parsed before the next frame.
    if (model.outer !== before.outer) keepImages(mayShowImages(model.outer));
    const isDivided = model.splits.length > 0 || before.splits.length > 0;
    if (isDivided && !standsAlike(before, model)) this.#see();
    for (const effect of effects.slice(sent)) this.#effects.take(effect);
    this.#tellLook(before, model);
    // The user waits for the program's echo of a key.
    const input = effects.find((effect) => effect.kind === 'input');
    if (input === undefined) return;
    if (message.kind === 'key') this.#typed = { uri: input.uri, at: Date.now() };
    this.#pacer.hurry();
  }

  /** Sends the input with which the effects begin, and returns how many they are. */
  #sendFirst(effects: readonly Effect[]): number {
    const other = effects.findIndex(({ kind }) => kind !== 'input');
    const count = other < 0 ? effects.length : other;
    for (const effect of effects.slice(0, count)) this.#effects.take(effect);
    return count;
  }

  /** Tells the host what is looked at here when that has changed, behind all input so far: programs learn their focus by it. */
  #tellLook(before: Model, after: Model): void {
    const look = changedLook(before, after);
    if (look === undefined) return;
    this.#effects.flush();
    this.#options.client.notifyLooking(look);
  }

  /** Paints the row of the cursor if nothing else has changed. The frame that follows does the rest. */
  #paintEcho(): void {
    const model = this.#model;
    const live = this.#terminals.get(model.active)?.screen.parseInRow();
    const echo = live && this.#scenes.echoRow(model, this.#viewState, live);
    if (echo !== undefined) this.#options.painter.paintRow(echo.row, echo.cursor);
  }

  /** Paints one frame, when the pacer says so; false when there was nothing to write. */
  #paint(onlyPrinted: boolean): boolean {
    if (this.#closed) return false;
    this.#following.follow();
    const [{ outer, painter }, model] = [this.#options, this.#model];
    const screens = (uri: string) => this.#terminals.get(uri)?.screen.parse();
    const scene = this.#scenes.next(model, this.#viewState, screens, onlyPrinted);
    const isSame = scene.basis !== undefined && scene.basis === this.#painted?.scene.basis;
    if (!isSame) applyWantedModes(outer, painter, model, this.#viewState);
    const { rows, cursor } = this.#drawing.frame(scene);
    this.#painted = { scene };
    const drawn = painter.paint({ rows, cursor });
    this.#ticks.schedule(model, this.#viewState.now);
    this.#lastLines.look();
    this.#place.look();
    this.#terminals.painted((uri) => looksBack(model, uri));
    return drawn;
  }
}

// Commands older than those in the content are fetched only while the user looks back.

/** Whether blocks are browsed or scrolled, or the history of command lines is searched. */
function looksBack(model: Model, uri: string): boolean {
  const view = model.views[uri];
  if (view === undefined) return false;
  return (
    isBrowsing(view.mode) ||
    !isFollowing(view.blocks) ||
    (uri === model.active && model.dialog?.kind === 'history')
  );
}
