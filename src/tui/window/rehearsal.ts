/** The window's rehearsal of a flood: a terminal of no host takes output, and its frames are painted into nothing. */

import { boundedReducer } from '../../client/bounded-reducer.ts';
import { Mirror } from '../../client/mirror.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { parseEnvelope } from '../../protocol/validate/read-envelope.ts';
import { parsePreview } from '../../protocol/validate/read-preview.ts';
import { SAMPLES, sampleOutput } from '../../screen/skim/sample-output.ts';
import type { Rehearsal } from '../../screen/skim/warm-up.ts';
import type { Model } from '../model/model.ts';
import { layout } from '../model/window-layout.ts';
import { Painter } from '../paint/painter.ts';
import { WindowTerminal } from '../terminal/window-terminal.ts';
import { currentViewState } from './current-view-state.ts';
import { Drawing } from './frame/drawing.ts';
import { Scenes } from './frame/scene.ts';

/** UTF-16 units of a screenful, and of what the host sends when a flood ends. */
const [SCREENFUL, PIECE] = [10 * 1024, 32 * 1024];
const STEPS = 400;
/** Few lines, for they are soon to be dropped. */
const SCROLLBACK = 200;

/** Nothing is asked of a host. */
const NEVER = new Promise<never>(() => {});

/** `model` is that of the window as it is; undefined when no terminal is in front. */
export function rehearsal(model: Model): Rehearsal | undefined {
  const { active: uri } = model;
  if (uri === undefined) return undefined;
  const mirror = new Mirror<TerminalState>(uri, stateFor(model), boundedReducer());
  const terminal = new WindowTerminal(mirror, {
    scrollback: SCROLLBACK,
    me: model.me.writer,
    home: undefined,
    ask: { commands: () => NEVER, output: () => NEVER, picture: () => NEVER },
    onFetched() {},
    onOlderLines() {},
    pacer: { request() {} },
    onOverfull() {},
  });
  const paint = painting(model, uri, terminal);
  const samples = Array.from({ length: SAMPLES }, (_, kind) => ({
    data: sampleOutput(kind, PIECE),
    text: sampleOutput(kind, SCREENFUL),
  }));
  let steps = 0;
  const preview = (text: string) =>
    terminal.preview(parsePreview(received({ channel: uri, text }))?.text ?? '');
  const print = (data: string) => {
    const envelope = { channel: uri, action: { type: 'terminal/data', data }, serverSeq: steps };
    const parsed = parseEnvelope(received(envelope));
    if (parsed.ok) mirror.apply(parsed.envelope);
  };
  return {
    step() {
      steps += 1;
      const { data = '', text = '' } = samples[steps % SAMPLES] ?? {};
      // Half of the steps are previews; then come large pieces, and a small one with which all is parsed.
      const kind = steps % 10;
      if (kind < 5) preview(text);
      else print(kind < 9 ? data : 'x');
      if (kind === 9) terminal.screen.parseAll();
      paint();
      return steps < STEPS;
    },
    end: () => terminal.close(),
  };
}

/** Returns what paints a frame of the terminal, as the window does, and writes it nowhere. */
function painting(model: Model, uri: string, terminal: WindowTerminal): () => void {
  const viewState = currentViewState({
    now: Date.now,
    model: () => model,
    terminals: { get: () => terminal },
    painted: () => undefined,
  });
  const [scenes, drawing] = [new Scenes(), new Drawing()];
  const painter = new Painter({ outer: { write() {} }, ...model.size, synchronized: true });
  return () => {
    terminal.screen.follow(layout(model.size).pane.height);
    viewState.terminal(uri);
    painter.paint(drawing.frame(scenes.next(model, viewState, () => terminal.screen.parse())));
    terminal.takeCredit();
  };
}

/** Returns params as they come out of a frame. */
function received(params: object): unknown {
  const frame: { readonly params?: unknown } = JSON.parse(JSON.stringify({ jsonrpc: '2.0', params }));
  return frame.params;
}

function stateFor({ size }: Model): TerminalState {
  return {
    title: '',
    cols: size.cols,
    rows: layout(size).pane.height,
    content: [],
    lifecycle: { status: 'running' },
    claim: { kind: 'client', clientId: '' },
  };
}
