import { describe, expect, test } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { CELL } from '../../../src/screen/image/image-box.ts';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

/** SGR mouse reports (xterm, mode 1006); columns and lines count from 1. */
const press = (x: number, y: number) => `\x1b[<0;${x};${y}M`;
const drag = (x: number, y: number) => `\x1b[<32;${x};${y}M`;
const release = (x: number, y: number) => `\x1b[<0;${x};${y}m`;

const ANY = { ...PLAIN_MODES, mouse: 'any', mouseEncoding: 'sgr' } as const;

describe('the mouse', () => {
  test('dragging over the body copies the stretch when the button is let go', () => {
    const driver = new Driver().list(terminal('one'));
    driver.rows = [textRow([{ text: 'hello world' }], 80)];
    driver.type(press(1, 2)).type(drag(5, 2));
    expect(driver.view?.selection).toEqual({
      shape: 'chars',
      from: { block: '', line: 0, x: 0 },
      to: { block: '', line: 0, x: 4 },
    });
    expect(driver.type(release(5, 2)).effects).toEqual([{ kind: 'copy', text: 'hello', what: '“hello”' }]);
    expect(driver.model.drag).toBeUndefined();
  });

  test('a double click selects a word, a third click the line, and neither copies unless told to', () => {
    const line = textRow([{ text: 'see src/a.ts:12, then go' }], 80);
    const driver = new Driver().list(terminal('one'));
    driver.rows = [line];
    const click = () => driver.type(press(6, 2) + release(6, 2));
    click();
    expect(driver.view?.selection).toBeUndefined();
    expect(click().effects).toEqual([]);
    expect(driver.model.toast?.text).toBe('“src/a.ts:12” selected · Ctrl+C copies');
    click();
    expect(driver.type('\x03').effects).toEqual([
      { kind: 'copy', text: 'see src/a.ts:12, then go', what: '1 line' },
    ]);
    expect(driver.view?.selection).toBeUndefined();
    const eager = new Driver({ copyOnSelect: 'always' }).list(terminal('one'));
    eager.rows = [line];
    eager.type(press(6, 2) + release(6, 2) + press(6, 2));
    expect(eager.type(release(6, 2)).effects).toEqual([
      { kind: 'copy', text: 'src/a.ts:12', what: '“src/a.ts:12”' },
    ]);
  });

  test('what is selected is there for the next key alone', () => {
    const driver = new Driver({ copyOnSelect: 'off' }).list(terminal('one'));
    driver.rows = [textRow([{ text: 'hello world' }], 80)];
    expect(driver.type(press(1, 2) + drag(5, 2) + release(5, 2)).effects).toEqual([]);
    expect(driver.type('x').view?.selection).toBeUndefined();
  });

  test('dragging with Alt takes the same columns of every row', () => {
    const driver = new Driver().list(terminal('one'));
    driver.rows = ['one 1', 'two 2', 'three'].map((text) => textRow([{ text }], 80));
    driver.type('\x1b[<8;1;2M\x1b[<40;3;4M');
    expect(driver.type('\x1b[<8;3;4m').effects).toEqual([
      { kind: 'copy', text: 'one\ntwo\nthr', what: '3 lines' },
    ]);
  });

  test('a click copies nothing of what lies under it unless that is a block', () => {
    const driver = new Driver().list(terminal('one'));
    expect(driver.type(press(1, 2)).type(release(1, 2)).effects).toEqual([]);
  });

  test('a button whose release was lost does not stay down', () => {
    const driver = new Driver().list(terminal('one'));
    driver.rows = [textRow([{ text: 'hello' }], 80)];
    driver.type(press(1, 2)).type(press(3, 4));
    expect(driver.model.drag?.press).toEqual({ x: 2, y: 3 });
  });

  test('in RAW belongs to a program that asked for it, in its own coordinates', () => {
    const driver = new Driver().list(terminal('one')).type('\x0b');
    driver.reading = {
      ...IDLE_READING,
      fullScreen: true,
      modes: { ...PLAIN_MODES, mouse: 'vt200', mouseEncoding: 'sgr' },
    };
    driver.line = { kind: 'live', index: 4 };
    expect(driver.type(press(10, 6)).sent).toBe('\x1b[<0;10;5M');
  });

  test('reaches rows above the live part, and columns of a screen wider than the window', () => {
    const driver = new Driver().list(terminal('one')).type('\x0b');
    driver.reading = { ...IDLE_READING, screen: { cols: 120, rows: 22, cell: CELL }, liveTop: 6, modes: ANY };
    driver.line = { kind: 'live', index: -6 };
    driver.hiddenLeft = 30;
    expect(driver.type(press(10, 2)).sent).toBe('\x1b[<0;40;1M');
  });

  test('is kept with Alt in RAW, so that text can be selected, and not in LOCK', () => {
    const altPress = '\x1b[<8;10;6M';
    const raw = new Driver().list(terminal('one')).type('\x0b');
    raw.reading = { ...IDLE_READING, modes: ANY };
    raw.line = { kind: 'live', index: 4 };
    raw.rows = [textRow([{ text: 'hello' }], 80)];
    expect(raw.type(altPress).sent).toBe('');
    expect(raw.model.drag).toBeDefined();
    const lock = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'mode.lock' });
    lock.reading = raw.reading;
    lock.line = raw.line;
    expect(lock.view?.mode).toBe('lock');
    expect(lock.type(altPress).sent).toBe('\x1b[<8;10;5M');
  });
});
