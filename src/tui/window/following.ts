/** Follows the visible terminals: before each key and each frame, what their programs do may change modes and sizes. */

import { isFollowing } from '../blocks/block/block-view.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { openUris } from '../model/panes/pane-layout.ts';
import type { SeenTerminal, ViewState } from '../model/view-state.ts';
import type { WindowTerminals } from '../terminal/window-terminals.ts';
import { concernsMode } from '../update/line/mode-switches.ts';

export type FollowingOptions = {
  readonly model: () => Model;
  readonly terminals: Pick<WindowTerminals, 'get'>;
  readonly viewState: ViewState;
  /** Changes the model by a message, without asking for a frame. */
  readonly update: (message: Message) => void;
};

export class Following {
  readonly #options: FollowingOptions;
  /** View state of each visible terminal that the model has followed last. */
  readonly #followed = new Map<string, SeenTerminal>();

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** Forgets the last state of a terminal, so that changes made while it was hidden are followed. */
  forget(uri: string): void {
    this.#followed.delete(uri);
  }

  /** Lets the model follow all that is in view. */
  follow(): void {
    const uris = openUris(this.#options.model());
    // A view state keeps the screen and the blocks of its terminal in memory.
    for (const uri of this.#followed.keys()) if (!uris.includes(uri)) this.#followed.delete(uri);
    for (const uri of uris) this.#follow(uri);
  }

  /**
   * Lets the model follow the terminal in front; true when it has changed. Other panes are left out, so that a key does not wait
   * until their output is parsed.
   */
  followFront(): boolean {
    const { model } = this.#options;
    const before = model();
    if (before.active !== undefined) this.#follow(before.active);
    return model() !== before;
  }

  #follow(uri: string): void {
    const { model, terminals, viewState, update } = this.#options;
    const terminal = terminals.get(uri);
    const view = model().views[uri];
    const follows = view !== undefined && isFollowing(view.blocks);
    terminal?.screen.follow(follows);
    const last = this.#followed.get(uri);
    const now = viewState.terminal(uri);
    if (now === undefined) this.#followed.delete(uri);
    else this.#followed.set(uri, now);
    const copied = terminal?.takeCopied();
    if (copied !== undefined) update({ kind: 'programCopied', uri, text: copied });
    // After Tab has moved RUN's line into the shell, each change of that line counts.
    const inShell = model().views[uri]?.droppedIn === true;
    if (now === undefined || now === last || !(inShell || concernsMode(last, now))) return;
    update({ kind: 'followed', uri, before: last });
  }
}
