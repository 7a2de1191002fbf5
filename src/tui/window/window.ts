/** The window — owns the model and the way from a change to the screen: tell, update, perform, paint. */

import type { Client } from '../../client/client.ts';
import type { RootState } from '../../protocol/root/state.ts';
import type { Row } from '../../screen/cells/row.ts';
import { isFollowing } from '../blocks/block/block-view.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { isDragged, withSelection } from '../model/selection.ts';
import { activeView, type Facts, type Look, type SeenBody } from '../model/step.ts';
import { layout, type Rect } from '../model/window-layout.ts';
import type { Pacer } from '../paint/pacer.ts';
import type { Painter } from '../paint/painter.ts';
import { Views } from '../terminal/terminal-mirrors.ts';
import { update } from '../update/update.ts';
import { clockRuns } from '../view/tab-labels.ts';
import { stripItemAt } from '../view/tab-strip.ts';
import type { Drawing } from './drawing.ts';
import { perform, type World } from './perform.ts';
import { type Scene, sceneOf } from './scene.ts';

export type WindowParts = {
  readonly client: Client;
  readonly painter: Painter;
  readonly pacer: Pacer;
  readonly drawing: Drawing;
  readonly now: () => number;
  readonly home: string | undefined;
  /** What this window does to the world besides the host. */
  readonly world: Omit<World, 'client' | 'paneSize' | 'tell' | 'look'>;
  /** A scene is about to be painted: the outer terminal's modes and title follow it. */
  readonly onScene: (model: Model, look: Look) => void;
  readonly onQuit: (model: Model) => void;
};

/** Clocks show whole seconds. */
const TICK_MS = 1_000;

export class Window {
  readonly views: Views;
  #model: Model;
  #parts: WindowParts;
  #world: World;
  #scene: Scene | undefined;
  #rows: readonly Row[] = [];
  #known: Facts | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(model: Model, parts: WindowParts) {
    const { client, now } = parts;
    this.#model = model;
    this.#parts = parts;
    this.views = new Views({
      client,
      scrollback: model.settings.scrollback,
      me: model.me.writer,
      home: parts.home,
      onChange: () => this.#parts.pacer.request(),
      onRefused: (uri, reason, action) => this.tell({ kind: 'rejected', uri, reason, action }),
    });
    this.#world = {
      ...parts.world,
      client,
      paneSize: () => {
        const { pane } = layout(this.#model.size);
        return { cols: pane.width, rows: pane.height };
      },
      tell: (message) => this.tell(message),
      look: (uri) => this.#lookAt(uri),
    };
    client.root.onChange((state) => this.#listed(state));
    client.onConnectionState((connection, { stopped = false }) =>
      this.tell({ kind: 'connection', connection, stopped }),
    );
    this.look = {
      get now() {
        return now();
      },
      facts: (uri) => this.#facts(uri),
      body: (uri) => this.#body(uri),
      lineAt: (y) => this.#lineAt(y),
      rows: () => this.#rows,
      tabAt: (x) => stripItemAt(this.#scene?.props.tabs ?? [], x),
    };
  }

  readonly look: Look;

  get model(): Model {
    return this.#model;
  }

  /** Tells the window what happened; everything else follows from it. */
  tell(message: Message): void {
    if (this.#closed) return;
    // A key means what it means to the program as it is now, not as it was when last painted.
    const before = this.#model;
    if (message.kind === 'token') this.#follow();
    this.#update(message);
    if (this.#model.quit !== undefined) this.#parts.onQuit(this.#model);
    else if (this.#model !== before || message.kind === 'tick') this.#parts.pacer.request();
  }

  /** Keys go to a program as they come: a lone ESC does not wait for what may follow it. */
  get keysAreRaw(): boolean {
    const mode = activeView(this.#model)?.view.mode;
    return this.#model.dialog === undefined && (mode === 'raw' || mode === 'lock');
  }

  get flooded(): boolean {
    return this.views.get(this.#model.active)?.live.flooded === true;
  }

  /** Opens a terminal nobody asked for by a key: the first one. */
  create(name: string, cwd: string | undefined): void {
    perform(this.#world, { kind: 'create', name, ...(cwd === undefined ? {} : { cwd }) });
  }

  /** One frame: called by the pacer, never directly. False: there was nothing to write. */
  paint(): boolean {
    if (this.#closed) return false;
    this.#follow();
    this.#parts.onScene(this.#model, this.look);
    this.#scene = sceneOf(this.#model, this.look, this.views.get(this.#model.active)?.live.face);
    const { rows, cursor } = this.#parts.drawing.frame(this.#scene);
    this.#rows = rows;
    const { drag } = this.#model;
    const shown = drag !== undefined && isDragged(drag) ? withSelection(rows, drag) : rows;
    const drawn = this.#parts.painter.paint({ rows: shown, cursor });
    this.#scheduleTick();
    return drawn;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.views.close();
  }

  #listed(state: RootState): void {
    const terminals = state.terminals ?? [];
    this.views.keepOnly(new Set(terminals.map(({ resource }) => resource)));
    this.tell({ kind: 'listed', terminals });
    // Echo-off and the like come with the list.
    this.#parts.pacer.request();
  }

  #lookAt(uri: string): void {
    this.#known = undefined;
    this.views.show(uri).then(
      () => {
        if (this.#model.active !== uri) return;
        this.tell({ kind: 'shown', uri });
        this.#parts.pacer.request();
      },
      (error: unknown) => this.tell({ kind: 'failed', what: 'look at the terminal', error }),
    );
  }

  #update(message: Message): void {
    const { model, effects } = update(this.#model, this.look, message);
    this.#model = model;
    for (const effect of effects) perform(this.#world, effect);
    // What the program answers to a key is waited for by somebody.
    if (effects.some(({ kind }) => kind === 'input')) this.#parts.pacer.hurry();
  }

  /** Once a frame and before each key: only a change of what modes depend on reaches the model. */
  #follow(): void {
    const { active } = this.#model;
    const front = activeView(this.#model)?.view.blocks;
    const rows = front !== undefined && isFollowing(front) ? layout(this.#model.size).pane.height : undefined;
    this.views.get(active)?.live.follow(rows);
    const now = active === undefined ? undefined : this.#facts(active);
    const before = this.#known;
    if (now === before) return;
    this.#known = now;
    if (now !== undefined && differs(before, now)) this.#update({ kind: 'followed', before });
  }

  #facts(uri: string): Facts | undefined {
    const info = this.#model.tabs.find((tab) => tab.resource === uri);
    return this.views.get(uri)?.facts(info);
  }

  #body(uri: string): SeenBody | undefined {
    const view = this.views.get(uri);
    if (view === undefined) return undefined;
    const { body } = this.#scene?.layout ?? layout(this.#model.size);
    const { live, output, blocks } = view;
    // Only who scrolls needs to know how much there is to look back at.
    const area = {
      get rows() {
        return live.whole.rows;
      },
      get fullScreen() {
        return live.whole.fullScreen;
      },
      get cursor() {
        return live.whole.cursor.y;
      },
    };
    return { blocks, live: area, cols: body.width, height: body.height, output, text: output };
  }

  #lineAt(y: number): ReturnType<Look['lineAt']> {
    const scene = this.#scene;
    const rect: Rect | undefined = scene?.layout.body;
    if (scene?.plan === undefined || rect === undefined || y < rect.y) return undefined;
    return scene.plan.lines[y - rect.y];
  }

  /** A timer only while a clock or a toast is on screen: an idle window does nothing at all. */
  #scheduleTick(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { toast } = this.#model;
    const now = this.#parts.now();
    const waits = [
      ...(toast === undefined ? [] : [Math.max(1, toast.until - now)]),
      ...(clockRuns(this.#model) ? [TICK_MS - (now % TICK_MS)] : []),
    ];
    if (waits.length === 0) return;
    this.#timer = setTimeout(() => this.tell({ kind: 'tick' }), Math.min(...waits));
  }
}

function differs(before: Facts | undefined, now: Facts): boolean {
  return (
    before === undefined ||
    before.running?.since !== now.running?.since ||
    before.fullScreen !== now.fullScreen ||
    before.modes.mouse !== now.modes.mouse ||
    before.echoOff !== now.echoOff
  );
}
