/** A model and readings for tests of the window's rules: one terminal, held by this window, at an idle prompt. */

import { META_KEY } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { CommandPart, TerminalClaim, TerminalInfo } from '../../src/protocol/terminal/state.ts';
import { blankRow, type Row, rowText } from '../../src/screen/cells/row.ts';
import type { ProgramModes } from '../../src/screen/emulator/emulator.ts';
import { CELL } from '../../src/screen/image/image-box.ts';
import type { BodyLine } from '../../src/tui/blocks/block/body-line.ts';
import type { Overview } from '../../src/tui/blocks/list/overview.ts';
import { OutputCache } from '../../src/tui/blocks/output/output-cache.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/tui/config/settings.ts';
import { startOfInput, tokenise } from '../../src/tui/input/key-input.ts';
import type { Message } from '../../src/tui/model/message.ts';
import type { Model } from '../../src/tui/model/model.ts';
import type { Step } from '../../src/tui/model/step.ts';
import type { StripItem } from '../../src/tui/model/tab-label.ts';
import type { SeenBody, SeenTerminal, ViewState } from '../../src/tui/model/view-state.ts';
import { layout } from '../../src/tui/model/window-layout.ts';
import { update } from '../../src/tui/update/update.ts';
import { firstModel } from '../../src/tui/window/start.ts';

export const ME = 'window-1';

export const PLAIN_MODES: ProgramModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
  bracketedPaste: false,
  focusEvents: false,
  mouse: 'none',
  mouseEncoding: 'default',
  synchronizedOutput: false,
  insert: false,
  origin: false,
  wraparound: true,
  reverseWraparound: false,
  newline: false,
};

export const IDLE_READING: SeenTerminal = {
  running: undefined,
  fullScreen: false,
  modes: PLAIN_MODES,
  colors: undefined,
  echoOff: false,
  lineEditing: true,
  foreground: undefined,
  blocks: [],
  screen: { cols: 80, rows: 22, cell: CELL },
  liveTop: 0,
  cwd: 'file:///home/me/app',
  cursorRow: () => ({ before: '$ ', atEnd: true }),
};

export function terminal(
  title: string,
  options: { claim?: TerminalClaim; meta?: TerminalMeta } = {},
): TerminalInfo {
  return {
    resource: `ahp-terminal:/${title}`,
    title,
    claim: options.claim ?? { kind: 'client', clientId: ME },
    lifecycle: { status: 'running' },
    _meta: { [META_KEY]: options.meta ?? {} },
  };
}

/** Drives `update` and keeps what it answered. */
export class Driver {
  model: Model;
  reading: SeenTerminal = IDLE_READING;
  now = 1_000_000;
  /** What is painted: the rows of the live part, from the top of the body, and the kind of line under the mouse. */
  rows: readonly Row[] = [];
  line: BodyLine | undefined;
  hiddenLeft = 0;
  overview: Overview | undefined;
  typed: ViewState['typed'];
  /** The part of the tab bar under the mouse. */
  tab: StripItem | undefined;
  effects: Step['effects'] = [];

  constructor(settings: Partial<Settings> = {}, env: NodeJS.ProcessEnv = {}) {
    this.model = firstModel({
      clientId: ME,
      writer: 'user:me',
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
      platform: 'linux',
      config: { settings: { ...DEFAULT_SETTINGS, ...settings }, keys: [], styles: {}, problems: [] },
      size: { cols: 80, rows: 24 },
      show: undefined,
      now: this.now,
      agentLine: { command: 'claude mcp add cotty -- cotty mcp', json: '{"command":"cotty","args":["mcp"]}' },
    });
  }

  notify(message: Message): this {
    const { model, effects } = update(this.model, this.viewState(), message);
    this.model = model;
    this.effects = effects;
    const input = effects.findLast((effect) => effect.kind === 'input');
    if (input !== undefined && message.kind === 'key') this.typed = { uri: input.uri, at: this.now };
    return this;
  }

  /** Bytes as the outer terminal sends them; the effects of all of them together. */
  type(bytes: string): this {
    const { tokens } = tokenise(startOfInput, Buffer.from(bytes, 'utf8').toString('latin1'));
    const effects = tokens.flatMap((token) => this.notify(token).effects);
    this.effects = effects;
    return this;
  }

  list(...terminals: TerminalInfo[]): this {
    return this.notify({ kind: 'listed', terminals });
  }

  /** What was sent to terminals. */
  get sent(): string {
    return this.effects.map((effect) => (effect.kind === 'input' ? effect.data : '')).join('');
  }

  get view() {
    return this.model.views[this.model.active ?? ''];
  }

  /** The live part alone, when rows are given. */
  #body(): SeenBody | undefined {
    if (this.rows.length === 0) return undefined;
    const output = new OutputCache();
    const live = { rows: this.rows.length, row: (index: number) => this.rows[index] ?? blankRow(80) };
    const { height } = layout({ cols: 80, rows: 24 }).body;
    const text = {
      lines: (part: CommandPart) => output.lines(part),
      held: (part: CommandPart) => output.held(part),
      links: (part: CommandPart) => output.links(part),
      live: () => this.rows.map(rowText),
    };
    return { blocks: this.reading.blocks, live, cols: 80, height, output, text };
  }

  viewState(): ViewState {
    return {
      now: this.now,
      typed: this.typed,
      terminal: () => this.reading,
      body: () => this.#body(),
      lineAt: () => this.line,
      hiddenLeft: () => this.hiddenLeft,
      inputColumns: () => undefined,
      overview: () => this.overview,
      pointAt: (_uri, x, y) => (this.rows.length === 0 ? undefined : { block: '', line: y - 1, x }),
      bodyRect: () => layout({ cols: 80, rows: 24 }).body,
      tabAt: () => this.tab,
      titleAt: () => undefined,
    };
  }
}
