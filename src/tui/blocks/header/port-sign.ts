/** The port in the header of a running command, which a click opens. */

import type { BodyLine } from '../block/body-line.ts';
import { runningHeader } from './block-line.ts';
import { headerRow, portText } from './header-row.ts';
import type { LineStyle } from './line-style.ts';
import { spanWidth } from './span.ts';

/** Returns the port that is drawn at a column of the line; undefined beside it. */
export function portAt(line: BodyLine, x: number, style: LineStyle): number | undefined {
  if (line.kind !== 'separator' || line.running === undefined || line.port === undefined) return undefined;
  const spans = headerRow(runningHeader(line.running, line.port), style);
  const at = spans.findLastIndex(({ text }) => text === portText(line.port ?? 0));
  if (at < 0) return undefined;
  const from = spanWidth(spans.slice(0, at));
  return x >= from && x < from + portText(line.port).length ? line.port : undefined;
}

/** Where a browser of this machine finds what listens on a port. */
export function portAddress(port: number): string {
  return `http://localhost:${port}/`;
}
