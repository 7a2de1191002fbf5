/** The chrome: Ink draws tabs, bar and dialogs into a stream of ours, which is read back as rows. */

import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import { blankRow, type Row } from '../../screen/cells/row.ts';
import { Emulator } from '../../screen/emulator/emulator.ts';
import { chromeText } from '../paint/frame.ts';

/**
 * Ink only draws; it never reads keys and never writes to the terminal. In its debug mode every commit is one whole
 * frame, written synchronously, so that `draw` always returns the tree it was given.
 */
export class Chrome {
  readonly #sink = new Sink();
  #instance: Instance | undefined;
  #reader: Emulator | undefined;
  #rows: readonly Row[] = [];

  /** Draws the tree at this size and returns its rows, exactly `rows` of `cols` cells. */
  draw(tree: ReactNode, cols: number, rows: number): readonly Row[] {
    this.#sink.columns = cols;
    this.#sink.rows = rows;
    this.#sink.frame = undefined;
    if (this.#instance === undefined) this.#instance = render(tree, inkOptions(this.#sink));
    else this.#instance.rerender(tree);
    // Ink writes nothing when the frame has not changed.
    if (this.#sink.frame !== undefined || this.#rows.length !== rows) {
      this.#rows = this.#read(this.#sink.frame ?? '', cols, rows);
    }
    return this.#rows;
  }

  close(): void {
    this.#instance?.unmount();
    this.#instance = undefined;
    this.#reader?.close();
    this.#reader = undefined;
  }

  #read(frame: string, cols: number, rows: number): readonly Row[] {
    this.#reader ??= new Emulator({ cols, rows, scrollback: 0 });
    const reader = this.#reader;
    if (reader.cols !== cols || reader.rows !== rows) reader.resize(cols, rows);
    // Autowrap is off: a line as wide as the window must not push the next one down.
    const lines = chromeText(frame).split('\n').slice(0, rows);
    reader.write(`\x1b[0m\x1b[2J\x1b[H\x1b[?7l${lines.join('\r\n')}`);
    return Array.from({ length: rows }, (_, line) =>
      line < reader.length ? reader.row(reader.base + line) : blankRow(cols),
    );
  }
}

/** The stream Ink writes to: keeps the last frame, and reports the window's size. */
class Sink extends EventEmitter {
  columns = 80;
  rows = 24;
  frame: string | undefined;
  readonly isTTY = false;

  write(text: string): boolean {
    this.frame = text;
    return true;
  }
}

function inkOptions(sink: Sink) {
  return {
    stdout: sink as unknown as NodeJS.WriteStream,
    stdin: dummyStdin(),
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  };
}

/** A stdin for Ink that stays silent: the real one has exactly one reader, which is not Ink. */
export function dummyStdin(): NodeJS.ReadStream {
  const stream = new PassThrough();
  const self = () => stream;
  return Object.assign(stream, {
    isTTY: true,
    isRaw: false,
    setRawMode: self,
    ref: self,
    unref: self,
  }) as never;
}
