import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { META_KEY } from '../../../../src/protocol/common/meta.ts';
import type { SeenTerminal, ViewState } from '../../../../src/tui/model/view-state.ts';
import { layout } from '../../../../src/tui/model/window-layout.ts';
import { Scenes, sceneOf } from '../../../../src/tui/window/frame/scene.ts';
import { Driver, IDLE_READING, terminal } from '../../../support/tui-model.ts';

function viewStateOf(now: number, reading: SeenTerminal): ViewState {
  return {
    now,
    typed: undefined,
    terminal: () => reading,
    body: () => undefined,
    lineAt: () => undefined,
    overview: () => undefined,
    pointAt: () => undefined,
    bodyRect: () => layout({ cols: 80, rows: 24 }).body,
    tabAt: () => undefined,
    titleAt: () => undefined,
    inputColumns: () => undefined,
    hiddenLeft: () => 0,
  };
}

const shown = (scene: ReturnType<typeof sceneOf>) => {
  const { theme: _, ...props } = scene.props;
  return JSON.stringify({ ...scene, props });
};

describe('Scenes', () => {
  test('keeps the chrome while output alone changes', () => {
    const { model } = new Driver().list(terminal('build'));
    const scenes = new Scenes();
    const first = scenes.next(model, viewStateOf(1_000, IDLE_READING), () => undefined);
    const later = { ...IDLE_READING, liveTop: -3 };
    expect(scenes.next(model, viewStateOf(1_999, later), () => undefined).props).toBe(first.props);
  });

  test('shows what a scene made anew would show, whatever happens between two frames', () => {
    const happening = fc.oneof(
      fc.constantFrom('l', 's', '\x0b', '\x1b', '/', 'x', '\r', '\x7f', '?').map((keys) => ({ keys })),
      fc.boolean().map((runs) => ({ runs })),
      fc.boolean().map((hasRun) => ({ hasRun })),
      fc.integer({ min: 1, max: 3 }).map((seconds) => ({ seconds })),
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
        const driver = new Driver().list(terminal('build'), terminal('dev'));
        const scenes = new Scenes();
        for (const each of happenings) {
          happen(driver, each);
          const viewState = viewStateOf(driver.now, driver.reading);
          const kept = scenes.next(driver.model, viewState, () => undefined);
          expect(shown(kept)).toBe(shown(sceneOf(driver.model, viewState, undefined)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

type Happening =
  | { readonly keys: string }
  | { readonly runs: boolean }
  | { readonly hasRun: boolean }
  | { readonly seconds: number };

function happen(driver: Driver, happening: Happening): void {
  if ('keys' in happening) driver.type(happening.keys);
  else if ('seconds' in happening) driver.now += happening.seconds * 1000;
  else if ('hasRun' in happening) {
    driver.reading = { ...driver.reading, blocks: happening.hasRun ? [block] : [] };
  } else {
    const running = happening.runs ? { commandLine: 'make', since: driver.now - 5000 } : undefined;
    driver.reading = { ...driver.reading, running };
    const meta = running ? { running: { commandLine: 'make', timestamp: running.since } } : {};
    driver.list({ ...terminal('build'), _meta: { [META_KEY]: meta } }, terminal('dev'));
  }
}

const block: SeenTerminal['blocks'][number] = {
  id: '1',
  commandLine: 'ls',
  status: { kind: 'ok' },
  writer: { kind: 'you', label: 'you' },
  timestamp: 1,
  unverified: false,
  unrecorded: false,
  part: { type: 'command', commandId: '1', commandLine: 'ls', output: '', timestamp: 1, isComplete: true },
};
