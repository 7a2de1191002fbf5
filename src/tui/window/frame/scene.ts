/** The scene of one frame: the model and the screen in front as chrome, painted rows and a cursor. */

import { Memo } from '../../../client/blocks/memo.ts';
import { holderOf } from '../../../client/holder.ts';
import type { Rect } from '../../../client/panes/pane-tree.ts';
import { blankRow, type Row } from '../../../screen/cells/row.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import { suggestedRest } from '../../../screen/editor/recall.ts';
import type { LinesBelow } from '../../blocks/list/plan.ts';
import type { AppProps } from '../../chrome/App.tsx';
import { askerInFront, isInShell, passesThrough } from '../../model/derived/input-context.ts';
import type { Mode, Model } from '../../model/model.ts';
import { isPeeked, isSideBySide, openUris, paneLayout, shownPanes } from '../../model/panes/pane-layout.ts';
import { activeView } from '../../model/step.ts';
import type { SeenTerminal, ViewState } from '../../model/view-state.ts';
import type { Layout } from '../../model/window-layout.ts';
import { chromeRow, type FrameCursor } from '../../paint/frame.ts';
import type { ScreenView } from '../../terminal/screen-view.ts';
import { barOverlays, barView } from '../../view/bar-view.ts';
import { compose, type Overlay } from '../../view/compose.ts';
import { type DialogView, dialogView } from '../../view/dialog-view.ts';
import { type EditorArea, editorArea, fieldLine, NO_AREA } from '../../view/editor-area.ts';
import { historyView } from '../../view/history-view.ts';
import { lineSearchView, type PromptPlace } from '../../view/line-search-view.ts';
import { longToast } from '../../view/long-toast.ts';
import { borderKey, paneBorders, paneNumbers } from '../../view/pane-borders.ts';
import { ReplayView } from '../../view/replay-view.ts';
import { stackRows } from '../../view/stack-rows.ts';
import { nothingPasses, shellNote, startHints, TOUR_ROWS, tourOverlays } from '../../view/start-hints.ts';
import { stripGlyphs, tabLabels } from '../../view/tab-labels.ts';
import { tabStrip } from '../../view/tab-strip.ts';
import { type Basis, basisOf, isBasisOf, isSameBasis } from './basis.ts';
import { type AtPrompt, bodyCursor, planAtPrompt } from './body-plan.ts';
import { cursorRow, type PaneScene, paneScene, paneWithLiveRows } from './pane-scene.ts';

export type Scene = {
  readonly layout: Layout;
  readonly props: AppProps;
  /** Rows painted over the chrome. */
  readonly overlays: readonly Overlay[];
  /** Rectangle of a dialog: the chrome's own cells there lie over the painted rows. */
  readonly above: Rect | undefined;
  /** The field of a dialog, painted last. */
  readonly fields: readonly Overlay[];
  readonly cursor: FrameCursor | undefined;
  /** The visible panes, the one in front first. */
  readonly panes: readonly PaneScene[];
  /** The same object as in the scene before if only live rows and the cursor differ; undefined where more depends on them. */
  readonly basis: Basis | undefined;
};

/** Finds the parsed screen of a terminal that is in view. */
export type Screens = (uri: string) => ScreenView | undefined;

/** Makes the scene of each frame; tabs, bar and dialog are made anew only when something they show has changed. */
export class Scenes {
  readonly #frames = new Memo<FrameInput>();
  readonly #parts = new Memo<FrameParts>();
  readonly #chromes = new Memo<Chrome>();
  readonly #borders = new Memo<readonly Overlay[]>();
  readonly #stack = new Memo<readonly Overlay[]>();
  readonly #joined = new JoinedRows();
  readonly #replay = new ReplayView();
  #last: Last | undefined;

  /**
   * Makes the next scene. `onlyPrinted`: nothing has happened since the last one but that the terminal in front has printed
   * something. Then the last scene is kept, with new live rows and cursor, if what was printed has changed nothing else.
   */
  next(model: Model, viewState: ViewState, screens: Screens, onlyPrinted = false): Scene {
    const last = onlyPrinted ? this.#last : undefined;
    return (
      (last && this.#withLiveRows(last, model, viewState, screens)) ?? this.#whole(model, viewState, screens)
    );
  }

  /**
   * Draws the row of the cursor if that is all that output has changed since the last scene (`WindowScreen.parseInRow`); undefined
   * if more may depend on it, or if something else lies on that row of the window.
   */
  echoRow(model: Model, viewState: ViewState, live: ScreenView): EchoRow | undefined {
    const last = this.#last;
    const { basis, panes } = last?.scene ?? {};
    const pane = panes?.[0];
    if (last === undefined || basis === undefined || pane === undefined) return undefined;
    const isWhole = pane.body.width === model.size.cols && live.emulator.cols <= pane.body.width;
    if (!isWhole || pane.overview !== undefined || !isBasisOf(basis, model, live)) return undefined;
    const cursor = bodyCursor(model, activeView(model)?.view.mode ?? 'run', pane.plan, live, pane.body);
    if (cursor === undefined || last.above.some(({ y }) => y === cursor.y)) return undefined;
    const row = cursorRow(model, viewState, live, pane, cursor.y);
    return row && { row, cursor };
  }

  #withLiveRows(
    { scene, above }: Last,
    model: Model,
    viewState: ViewState,
    screens: Screens,
  ): Scene | undefined {
    const [before, ...beside] = scene.panes;
    const live = model.active === undefined ? undefined : screens(model.active);
    if (before === undefined || live === undefined) return undefined;
    if (!isSameBasis(scene.basis, basisOf(model, viewState, live, before))) return undefined;
    const pane = paneWithLiveRows(model, viewState, live, before);
    const panes = [pane, ...beside];
    const mode = activeView(model)?.view.mode ?? 'run';
    const next: Scene = {
      ...scene,
      overlays: [...this.#bodies(model, viewState, panes, scene.layout), ...above],
      cursor: bodyCursor(model, mode, pane.plan, live, pane.body),
      panes,
    };
    this.#last = { scene: next, above };
    return next;
  }

  #whole(model: Model, viewState: ViewState, screens: Screens): Scene {
    const front = activeView(model);
    const live = front && screens(front.uri);
    const terminal = front && viewState.terminal(front.uri);
    const { running, blocks } = terminal ?? {};
    const hasBlocks = blocks && blocks.length > 0;
    const frame = this.#frames.get([model, terminal === undefined, running !== undefined, hasBlocks], () =>
      frameInputOf(model, viewState, terminal),
    );
    const atPrompt = planAtPrompt(model, viewState, live, frame);
    const bare = atPrompt !== undefined;
    const parts = this.#parts.get([frame, bare], () => framePartsOf(model, frame, bare));
    const beside = this.#beside(model, viewState, screens, parts.parts.bar.height);
    return this.#scene(model, viewState, live, { ...parts, terminal, atPrompt, beside });
  }

  /** Makes the scenes of the other panes in view, each as if its terminal were in front. */
  #beside(model: Model, viewState: ViewState, screens: Screens, barHeight: number): readonly PaneScene[] {
    return openUris(model)
      .slice(1)
      .map((uri) => {
        const { body } = paneLayout(model, barHeight, uri);
        const its: Model = { ...model, active: uri, dialog: undefined };
        const live = screens(uri);
        const frame = frameInputOf(its, viewState, viewState.terminal(uri));
        const atPrompt = planAtPrompt(its, viewState, live, { ...frame, body });
        return paneScene(its, viewState, { live, body, atPrompt });
      });
  }

  #scene(
    model: Model,
    viewState: ViewState,
    live: ScreenView | undefined,
    { terminal, atPrompt, beside, ...frame }: FrameParts & Beside,
  ): Scene {
    const { parts, mode } = frame;
    const { running } = terminal ?? {};
    const pane = paneScene(model, viewState, { live, body: parts.body, atPrompt });
    const { plan } = pane;
    const { below } = plan ?? {};
    // Clocks show whole seconds; besides the running command, only dialogs show something of the terminal.
    const second = Math.floor(viewState.now / 1000);
    const listed = model.dialog === undefined ? undefined : terminal;
    const prompt =
      model.dialog?.kind === 'history'
        ? (promptPlace(atPrompt) ?? shellPlace(model, mode, plan, live, parts.body))
        : undefined;
    const chrome = this.#chromes.get(
      [
        frame.key,
        frame.bare,
        second,
        running?.commandLine,
        running?.since,
        below?.lines,
        below?.more,
        plan?.screen,
        listed,
        prompt?.x,
        prompt?.y,
      ],
      () => chromeOf(model, viewState, { ...frame, terminal, below, prompt, headed: plan?.screen === false }),
    );
    const hints = hintsBelow(model, terminal, plan, parts.body);
    const { props, dialog, field, cursor } = chrome;
    const atPromptCursor = dialog === undefined ? atPrompt?.placed.cursor : undefined;
    const programCursor = dialog === undefined ? bodyCursor(model, mode, plan, live, parts.body) : undefined;
    const panes = [pane, ...beside];
    const above = [
      ...shellGhost(model, programCursor, parts.body),
      ...hints,
      ...paneNumbers(model),
      ...longToast(model, mode, parts.area),
      ...chrome.overlays,
      ...this.#replay.overlays(model, viewState),
    ];
    const scene: Scene = {
      layout: parts,
      props,
      overlays: [...this.#bodies(model, viewState, panes, parts), ...above],
      above: dialog?.rect,
      fields: field?.overlays ?? [],
      cursor: cursor ?? atPromptCursor ?? programCursor,
      panes,
      // Where RUN takes a line, its place and the hints depend on the text of the screen.
      basis:
        frame.editing || inShellInFront(model) || cursor !== undefined
          ? undefined
          : basisOf(model, viewState, live, pane),
    };
    this.#last = { scene, above };
    return scene;
  }

  /** Returns the rows of all panes, joined to rows of the window; those of a single pane need no joining. */
  #bodies(
    model: Model,
    viewState: ViewState,
    panes: readonly PaneScene[],
    { bar, size }: Layout,
  ): readonly Overlay[] {
    const rows = panes.flatMap(({ overlays }) => overlays);
    const { top } = shownPanes(model);
    if (top === undefined && !isSideBySide(model)) return rows;
    const { now } = viewState;
    const borders = this.#borders.get(borderKey(model, now), () => paneBorders(model, now));
    // Clocks show whole seconds.
    const folded = this.#stack.get([model, Math.floor(now / 1000)], () => stackRows(model, now));
    return this.#joined.join(
      [...rows, ...borders, ...folded].filter(({ y }) => y < bar.y),
      size.cols,
    );
  }
}

export function sceneOf(model: Model, viewState: ViewState, live: ScreenView | undefined): Scene {
  return new Scenes().next(model, viewState, () => live);
}

/** The row of an echo: that of the window in which the cursor is. */
export type EchoRow = { readonly row: Row; readonly cursor: FrameCursor };

/** A scene, and what lies above its panes. */
type Last = { readonly scene: Scene; readonly above: readonly Overlay[] };

/** Values that are derived from the model once a frame, before its layout. */
type FrameInput = {
  readonly mode: Mode;
  readonly editing: boolean;
  /** The note in an empty line. */
  readonly note: string;
  /** The body rectangle when the bar has one row. */
  readonly body: Rect;
  /** Identity of this layout, as a key of the memo. */
  readonly key: object;
};

/** The layout of a frame. */
type FrameParts = FrameInput & {
  readonly area: EditorArea;
  readonly parts: Layout;
  /** Whether RUN's line is at the shell's prompt: then the bar shows neither the line nor the name of the mode. */
  readonly bare: boolean;
};

type Beside = {
  readonly terminal: SeenTerminal | undefined;
  readonly atPrompt: AtPrompt | undefined;
  /** The other panes in view. */
  readonly beside: readonly PaneScene[];
};

function frameInputOf(model: Model, viewState: ViewState, terminal: SeenTerminal | undefined): FrameInput {
  const front = activeView(model);
  const editing = front !== undefined && editsLine(model, viewState);
  // An agent's question needs the room of the note.
  const note = askerInFront(model) === undefined ? shellNote(model, terminal) : '';
  return { mode: front?.view.mode ?? 'run', editing, note, body: paneLayout(model).body, key: {} };
}

function framePartsOf(model: Model, frame: FrameInput, bare: boolean): FrameParts {
  const area = bare ? NO_AREA : editorArea(model, frame.editing, frame.note);
  const below = model.lessons?.isTour === true ? TOUR_ROWS : 0;
  return { ...frame, bare, area, parts: paneLayout(model, area.height + below) };
}

/** Tabs, bar and dialog. */
type Chrome = {
  readonly props: AppProps;
  readonly overlays: readonly Overlay[];
  readonly dialog: DialogView | undefined;
  readonly field: ReturnType<typeof dialogField>;
  readonly cursor: FrameCursor | undefined;
};

type ChromeInput = FrameParts & {
  readonly terminal: SeenTerminal | undefined;
  readonly below: LinesBelow | undefined;
  readonly headed: boolean;
  readonly prompt: PromptPlace | undefined;
};

function chromeOf(model: Model, viewState: ViewState, input: ChromeInput): Chrome {
  const { mode, editing, area, parts, terminal, below, bare, headed } = input;
  const { theme, ascii } = model.appearance;
  const inShell = inShellInFront(model);
  const bar = barView({
    model,
    viewState,
    mode: inShell ? 'run' : mode,
    terminal,
    below,
    editing: editing && !bare,
    bare: bare || inShell,
    headed,
  });
  const line = area.draw(bar, parts.bar);
  const dialog = dialogView(model, viewState, parts.area);
  const field = dialogField(model, dialog);
  const page = historyView(model, viewState) ?? lineSearchView(model, viewState, input.prompt);
  const tour = { ...parts.bar, y: parts.bar.y + area.height };
  const tourRows = model.lessons?.isTour === true ? tourOverlays(model, tour) : [];
  const tabs = tabStrip(tabLabels(model, viewState.now), model.active, model.size.cols, stripGlyphs(model));
  return {
    props: { layout: parts, theme, ascii, tabs, chip: bar.chip, dialog },
    overlays: [
      ...barOverlays(bar, parts.bar, theme),
      ...line.overlays,
      ...(page?.overlays ?? []),
      ...tourRows,
    ],
    dialog,
    field,
    cursor: field?.cursor ?? page?.cursor ?? line.cursor,
  };
}

/** Returns where the line of RUN begins in the window. */
function promptPlace(atPrompt: AtPrompt | undefined): PromptPlace | undefined {
  const { placed, input } = atPrompt ?? {};
  if (placed === undefined || input === undefined) return undefined;
  const x = placed.cursor.x - input.view.cursor.x + input.indent;
  return { x, y: placed.cursor.y - input.view.cursor.y };
}

function inShellInFront(model: Model): boolean {
  const view = activeView(model)?.view;
  return view !== undefined && isInShell(view);
}

/** Returns where the line begins that the shell has. */
function shellPlace(
  model: Model,
  mode: Mode,
  plan: PaneScene['plan'],
  live: ScreenView | undefined,
  body: Rect,
): PromptPlace | undefined {
  const prompt = activeView(model)?.view.shellPrompt;
  const cursor = inShellInFront(model) ? bodyCursor(model, mode, plan, live, body) : undefined;
  return cursor === undefined || prompt === undefined
    ? undefined
    : { y: cursor.y, x: body.x + textWidth(prompt) };
}

/** Returns the suggestion behind the cursor of the shell that has RUN's line. */
function shellGhost(model: Model, cursor: FrameCursor | undefined, body: Rect): readonly Overlay[] {
  const view = activeView(model)?.view;
  if (view === undefined || cursor === undefined || !isInShell(view) || model.dialog !== undefined) return [];
  const text = suggestedRest(view);
  const width = Math.min(textWidth(text), body.x + body.width - cursor.x);
  if (width <= 0) return [];
  const row = chromeRow([{ text, style: model.appearance.theme.cells.ghost }], width);
  return [{ x: cursor.x, y: cursor.y, width, row }];
}

/** Returns the dim hints in the empty part of a body: what a new user has to know, or that the filter hides all. */
function hintsBelow(
  model: Model,
  terminal: SeenTerminal | undefined,
  plan: PaneScene['plan'],
  body: Rect,
): readonly Overlay[] {
  if (plan === undefined || terminal === undefined) return [];
  const filtered = nothingPasses(model, terminal.blocks, plan.lines, body);
  return filtered.length > 0 ? filtered : startHints(model, terminal, plan.lines, body);
}

/** The field of a dialog as a painted row, with its cursor. */
function dialogField(
  model: Model,
  dialog: DialogView | undefined,
): { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor | undefined } | undefined {
  if (dialog?.field === undefined) return undefined;
  const { rect, field } = dialog;
  const x = rect.x + 2;
  const y = rect.y + 1 + field.line;
  const line = fieldLine(
    field.editor,
    field.placeholder,
    Math.max(1, rect.width - 4),
    model.appearance.theme,
  );
  return {
    overlays: [{ ...line.overlay, x, y }],
    cursor: { x: x + line.x, y, shape: 'default', blinking: true },
  };
}

// Tells whether RUN shows its line.

/** Whether RUN shows its line editor: unless keys go to a running program, or the terminal takes none. */
function editsLine(model: Model, viewState: ViewState): boolean {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  if (front === undefined || tab === undefined || front.view.mode !== 'run') return false;
  if (tab.lifecycle.status === 'exited' || model.dialog?.kind === 'takeOver') return false;
  const { kind } = holderOf(tab, model.me);
  if (kind === 'owner' || isPeeked(model, front.uri)) return false;
  // Another client holds the terminal: an empty line would invite to type; typed text is shown, and Enter asks to take over.
  if (kind === 'other' && editorText(front.view.editor) === '') return false;
  return !passesThrough(front.view.editor, viewState.terminal(front.uri));
}

// Joins the rows of panes side by side to rows as wide as the window. A joined row stays the same object while nothing
// in it has changed.

type Line = { readonly from: readonly Overlay[]; readonly joined: Overlay };

class JoinedRows {
  #lines = new Map<number, Line>();
  #cols = 0;

  /** Joins all that is laid on one line of the window, in the order given. */
  join(overlays: readonly Overlay[], cols: number): readonly Overlay[] {
    const known = cols === this.#cols ? this.#lines : new Map<number, Line>();
    const byLine = new Map<number, Overlay[]>();
    for (const overlay of overlays) {
      const line = byLine.get(overlay.y);
      if (line === undefined) byLine.set(overlay.y, [overlay]);
      else line.push(overlay);
    }
    const lines = new Map<number, Line>();
    for (const [y, from] of byLine) {
      const before = known.get(y);
      const line =
        before !== undefined && areSame(before.from, from) ? before : { from, joined: joined(y, from, cols) };
      lines.set(y, line);
    }
    this.#cols = cols;
    this.#lines = lines;
    return [...lines.values()].map((line) => line.joined);
  }
}

function joined(y: number, from: readonly Overlay[], cols: number): Overlay {
  const [row = blankRow(cols)] = compose(
    [blankRow(cols)],
    from.map((overlay) => ({ ...overlay, y: 0 })),
  );
  return { x: 0, y, width: cols, row };
}

function areSame(one: readonly Overlay[], other: readonly Overlay[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((each, index) => {
    const also = other[index];
    return also !== undefined && each.row === also.row && each.x === also.x && each.width === also.width;
  });
}
