import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { liveArea } from '../../../src/tui/terminal/live-area.ts';
import { ScreenView } from '../../../src/tui/terminal/screen-view.ts';

function viewOf(...steps: Parameters<ScreenView['take']>[0][]): ScreenView {
  const view = new ScreenView(new Emulator({ cols: 20, rows: 5, scrollback: 100 }));
  for (const step of steps) view.take(step);
  return view;
}

function areaOf(view: ScreenView, mode: Parameters<typeof liveArea>[1], readsKeys = false) {
  const { rows, screen, cursor } = liveArea(() => view, mode, readsKeys);
  return { rows, screen, cursor };
}

describe('the live area', () => {
  test('is the rows in use below the last finished command, whoever has the keys', () => {
    const view = viewOf('one\r\ntwo\r\n', { kind: 'finished' }, '$ x');
    for (const mode of ['run', 'raw', 'browse'] as const) {
      expect(areaOf(view, mode)).toEqual({ rows: 1, screen: undefined, cursor: 0 });
    }
  });

  test('is what the running command has printed, without the prompt and the line before it', () => {
    const view = viewOf('one\r\n', { kind: 'finished' }, '$ run\r\n', { kind: 'executed' }, 'a\r\nb');
    expect(areaOf(view, 'run')).toEqual({ rows: 2, screen: undefined, cursor: 1 });
  });

  test('is in LOCK the whole screen, with finished output that is still on it', () => {
    const view = viewOf('one\r\ntwo\r\n', { kind: 'finished' }, '$ x');
    expect(areaOf(view, 'lock')).toEqual({ rows: 3, screen: { top: -2, rows: 5 }, cursor: 0 });
  });

  test('is in RAW the whole screen of a shell that does not say where its commands begin', () => {
    const view = viewOf('one\r\n$ x');
    expect(areaOf(view, 'raw')).toEqual({ rows: 5, screen: { top: 0, rows: 5 }, cursor: 1 });
    expect(areaOf(view, 'run')).toEqual({ rows: 2, screen: undefined, cursor: 1 });
  });

  const began = ['one\r\ntwo\r\n', { kind: 'executed' }] as const;

  test('is the whole screen once the running command has painted above the row where it began, until it ends', () => {
    for (const printed of ['\x1b[Htop', '\x1b7\x1b[1;5Htop\x1b8', '\x1b[2Aup\r\n\n']) {
      const view = viewOf(...began, 'a', printed);
      expect(areaOf(view, 'run').screen).toMatchObject({ rows: 5 });
      view.take('\r\nfurther');
      expect(areaOf(view, 'run').screen).toBeDefined();
      view.take({ kind: 'finished' });
      expect(areaOf(view, 'run').screen).toBeUndefined();
    }
    for (const printed of ['\r\nb\x1b[A\rx', '1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n\x1b[Htop']) {
      expect(areaOf(viewOf(...began, 'a', printed), 'run').screen).toBeUndefined();
    }
  });

  test('is the whole screen of a program that wipes it only where it reads every key', () => {
    const view = viewOf(...began, '\x1b[H\x1b[2Ja');
    expect(areaOf(view, 'run', true)).toMatchObject({ screen: { rows: 5 } });
    // `clear; make` has its header at the top.
    expect(areaOf(view, 'run', false)).toEqual({ rows: 1, screen: undefined, cursor: 0 });
    view.take('\r\nb');
    expect(areaOf(view, 'run', false).screen).toBeUndefined();
  });

  test('is the whole screen of a program that draws it anew after it had filled it, and reads every key', () => {
    const view = viewOf(...began, '1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n', '\x1b[3;1H\x1b[Jmenu');
    expect(areaOf(view, 'run', true).screen).toBeDefined();
    expect(areaOf(view, 'run', false).screen).toBeUndefined();
  });

  test('begins in the scrollback where the program has printed more than a screen', () => {
    const view = viewOf({ kind: 'finished' }, '1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\x1b[H\x1b[2Jtop');
    expect(areaOf(view, 'lock')).toEqual({ rows: 7, screen: { top: 2, rows: 5 }, cursor: 2 });
  });

  test('is a full-screen program in every mode', () => {
    const view = viewOf('one\r\n', { kind: 'finished' }, '\x1b[?1049h\x1b[2;3Hx');
    for (const mode of ['run', 'raw', 'lock', 'browse'] as const) {
      expect(areaOf(view, mode)).toEqual({ rows: 5, screen: { top: 0, rows: 5 }, cursor: 1 });
    }
  });
});
