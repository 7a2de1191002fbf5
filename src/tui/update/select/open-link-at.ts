/** Opens what stands under the mouse or the cursor: a hyperlink, an address, or a file at a line. A target is never opened unseen. */

import { hostOf, namesAddress } from '../../../protocol/common/link-text.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { bodyText, cellAt, logicalLine } from '../../blocks/select/body-text.ts';
import { type FoundLink, linkAt } from '../../blocks/select/link-at.ts';
import type { Point } from '../../blocks/select/selection.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, type Step, step, withToast } from '../../model/step.ts';

export function openLinkAt(
  model: Model,
  readings: Readings,
  cell: { readonly x: number; readonly y: number },
): Step {
  const { active } = model;
  const point = active === undefined ? undefined : readings.pointAt(active, cell.x, cell.y);
  return point === undefined ? step(model) : openLinkAtPoint(model, readings, point);
}

export function openLinkAtPoint(model: Model, readings: Readings, point: Point): Step {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  const text = bodyText({ ...body, view: front.view.blocks });
  const position = text.positionOf(point);
  const line = logicalLine(text, position);
  const link = linkAt(line, cellAt(line, position, point.x));
  if (link === undefined) return step(withToast(model, 'no link here', readings.now));
  if (link.kind === 'address') return openAddress(model, link);
  const { path, line: row, column } = link;
  return step(model, {
    kind: 'openFile',
    path,
    line: row,
    column,
    cwd: folderOf(readings, front.uri, point),
  });
}

/** Asks before an address is opened that its text does not name: what a program prints may say something else. */
function openAddress(
  model: Model,
  { address, text = address }: Extract<FoundLink, { kind: 'address' }>,
): Step {
  if (namesAddress(text, address)) return step(model, { kind: 'openLink', address });
  const host = hostOf(address);
  const question = `${host === undefined ? '' : `This link leads to ${host}.\n`}Open ${address}?`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'openLink', address } } });
}

/** Returns the folder (URI) against which a file is named: that of the command, or of the shell. */
function folderOf(readings: Readings, uri: string, { block }: Point): string | undefined {
  const found = readings.body(uri)?.blocks.findLast(({ id }) => id === block);
  const own = found && cottyMeta<CommandMeta>(found.part._meta).cwd;
  return own ?? readings.terminal(uri)?.cwd;
}
