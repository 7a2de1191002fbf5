import { Terminal } from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import type { LiveStart } from '../../../src/protocol/cotty/cotty-meta.ts';
import { LiveMark } from '../../../src/web/screen/live-part.ts';

type Emulator = ConstructorParameters<typeof LiveMark>[0];

/** Returns the live part of a terminal of 20×6 that has printed a text, and begins where that of its host does. */
async function partOf(text: string, start?: LiveStart) {
  const terminal = new Terminal({ cols: 20, rows: 6, allowProposedApi: true });
  // The one of the page has the same buffer.
  const mark = new LiveMark(terminal as unknown as Emulator);
  await new Promise<void>((resolve) => {
    terminal.write(text, resolve);
  });
  if (start !== undefined) mark.beginAt(start);
  const { part } = mark;
  terminal.dispose();
  return part;
}

describe('the live part', () => {
  it('ends in the line of the cursor, which is the prompt while a shell waits', async () => {
    expect(await partOf('$ ')).toEqual({ top: 0, rows: 1, cursorRows: 1, fullScreen: false });
    expect(await partOf('motd\r\nmore\r\n$ ')).toMatchObject({ rows: 3, cursorRows: 1 });
  });

  it('counts all rows of a prompt that is wider than the screen', async () => {
    expect(await partOf(`motd\r\n${'~/a/long/folder/'.repeat(2)}$ `)).toMatchObject({
      rows: 3,
      cursorRows: 2,
    });
  });

  it('has no row of output that stands in a block, where the host draws it', async () => {
    const drawn = 'rest%\r\n$ ';
    expect(await partOf(drawn, { liveFromEnd: 5 })).toMatchObject({ top: 0, rows: 2 });
    expect(await partOf(drawn, { liveFromEnd: 5, leftover: 4 })).toMatchObject({ top: 1, rows: 1 });
  });

  it('is the screen, where the row at which it began was erased', async () => {
    const lines = 'line\r\n'.repeat(9);
    expect(await partOf(`${lines}$ `, {})).toMatchObject({ top: 0, rows: 6 });
    expect(await partOf(`${lines}\x1b[H\x1b[2J$ `, { wiped: true })).toMatchObject({ top: 0, rows: 1 });
  });

  it('has no such line where something stands below the cursor, or a program has the whole screen', async () => {
    expect(await partOf('one\r\ntwo\x1b[A')).toMatchObject({ rows: 2, cursorRows: 0 });
    expect(await partOf('\x1b[?1049h$ ')).toEqual({ top: 0, rows: 6, cursorRows: 0, fullScreen: true });
  });
});
