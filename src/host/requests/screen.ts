/**
 * `x-cotty/screen`: the screen of a terminal as text, with cursor, title and whether a program waits for input;
 * `x-cotty/picture`: the bytes of a picture that it shows, for a window that came after it.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { pictureOf } from '../../screen/picture/picture-table.ts';
import type { Recorder } from '../record/recorder.ts';
import { screenReport } from '../screen/screen-report.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { readableOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder };

export function screen({ terminals, recorder }: Needs): Request<'x-cotty/screen'> {
  return {
    when: 'ready',
    readOnly: true,
    run(_peer, { channel, lines }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      return screenReport(terminal.reading, recorder.recordOf(terminal.uri).commands.running, lines);
    },
  };
}

/** Bytes of one answer, so that keys and output find their way between the answers. */
const PIECE = 256 * 1024;

export function picture(terminals: Terminals): Request<'x-cotty/picture'> {
  return {
    when: 'ready',
    readOnly: true,
    run(_peer, { channel, key, from = 0 }) {
      const { pictures } = readableOf(terminals, channel).reading.emulator;
      const found = pictures.has(key) ? pictureOf(key) : undefined;
      if (found === undefined) throw new RpcError(ErrorCode.NotFound, `there is no picture ${key}`);
      const { format, pixels, bytes } = found;
      return {
        format,
        ...pixels,
        bytes: bytes.length,
        data: bytes.toString('base64', from, Math.min(bytes.length, from + PIECE)),
      };
    },
  };
}
