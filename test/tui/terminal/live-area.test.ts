import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { liveArea } from '../../../src/tui/terminal/live-area.ts';
import { ScreenView } from '../../../src/tui/terminal/screen-view.ts';

function viewOf(...steps: Parameters<ScreenView['take']>[0][]): ScreenView {
  const view = new ScreenView(new Emulator({ cols: 20, rows: 5, scrollback: 100 }));
  for (const step of steps) view.take(step);
  return view;
}

function areaOf(view: ScreenView, mode: Parameters<typeof liveArea>[1]) {
  const { rows, screen, cursor } = liveArea(() => view, mode);
  return { rows, screen, cursor };
}

describe('the live area', () => {
  test('is in RUN and BROWSE the rows in use below the last finished command', () => {
    const view = viewOf('one\r\ntwo\r\n', { kind: 'finished' }, '$ x');
    for (const mode of ['run', 'browse'] as const) {
      expect(areaOf(view, mode)).toEqual({ rows: 1, screen: undefined, cursor: 0 });
    }
  });

  test('is in RAW and LOCK the whole screen, with finished output that is still on it', () => {
    const view = viewOf('one\r\ntwo\r\n', { kind: 'finished' }, '$ x');
    for (const mode of ['raw', 'lock'] as const) {
      expect(areaOf(view, mode)).toEqual({ rows: 3, screen: { top: -2, rows: 5 }, cursor: 0 });
    }
  });

  test('begins in the scrollback where the program has printed more than a screen', () => {
    const view = viewOf({ kind: 'finished' }, '1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\x1b[H\x1b[2Jtop');
    expect(areaOf(view, 'raw')).toEqual({ rows: 7, screen: { top: 2, rows: 5 }, cursor: 2 });
  });

  test('is a full-screen program in every mode', () => {
    const view = viewOf('one\r\n', { kind: 'finished' }, '\x1b[?1049h\x1b[2;3Hx');
    for (const mode of ['run', 'raw', 'lock', 'browse'] as const) {
      expect(areaOf(view, mode)).toEqual({ rows: 5, screen: { top: 0, rows: 5 }, cursor: 1 });
    }
  });
});
