/** Requests for the contents of a terminal: its screen as text, the last line it has printed, and the bytes of its images. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';
import { imageOf } from '../../screen/image/image-table.ts';
import { lastLine } from '../../screen/text/last-line.ts';
import type { Recorder } from '../record/recorder.ts';
import { screenReport } from '../screen/screen-report.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Requests } from './request.ts';
import { readableOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder };

/** Bytes of one answer, so that keys and output find their way between the answers. */
const PIECE = 256 * 1024;

export function screenRequests({ terminals, recorder }: Needs) {
  return {
    'x-cotty/screen'(_peer, { channel, lines }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      const { running } = recorder.recordOf(terminal.uri).commands;
      const report = screenReport(terminal.screenState, running, lines);
      const reads = running === undefined ? undefined : terminal.reads;
      return reads === undefined ? report : { ...report, reads };
    },
    /** The screen is not parsed for it. */
    'x-cotty/lastLines'(_peer, { terminals: uris }) {
      return { lines: uris.map((uri) => lineOf(terminals, uri)) };
    },
    'x-cotty/picture'(_peer, { channel, key, from = 0 }) {
      const { images } = readableOf(terminals, channel).screenState.emulator;
      const found = images.has(key) ? imageOf(key) : undefined;
      if (found === undefined) throw new RpcError(ErrorCode.NotFound, `there is no image ${key}`);
      const { format, pixels, bytes } = found;
      return {
        format,
        ...pixels,
        bytes: bytes.length,
        data: bytes.toString('base64', from, Math.min(bytes.length, from + PIECE)),
      };
    },
  } satisfies Partial<Requests>;
}

function lineOf(terminals: Terminals, uri: string): string | null {
  const terminal = terminals.find(uri);
  if (terminal === undefined || terminal.isFullScreen()) return null;
  const line = lastLine(outputOf(terminal.state));
  return line === '' ? null : line;
}

/** Returns what the last command has printed, without the prompt behind it; of a shell that marks nothing all there is. */
function outputOf({ content, supportsCommandDetection = false }: TerminalState): string {
  const command = content.findLast((part) => part.type === 'command' && !isNoCommand(part));
  if (command?.type === 'command') return command.output;
  const last = content.at(-1);
  return last?.type === 'unclassified' && !supportsCommandDetection ? last.value : '';
}
