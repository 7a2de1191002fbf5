/** Writes runs in a format that is text. */

import { cast } from './cast.ts';
import type { ExportedRun } from './exported.ts';
import type { ExportOptions } from './facts.ts';
import type { FormatId } from './format-names.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { picture } from './picture.ts';
import { plain } from './plain.ts';

/** All but PNG, which is drawn from `svg` where something can draw it. */
export type TextFormat = Exclude<FormatId, 'png'>;

const WRITERS: Readonly<
  Record<TextFormat, (runs: readonly ExportedRun[], options: ExportOptions) => string>
> = { md: markdown, html, svg: picture, cast, json, txt: plain };

export function written(format: TextFormat, runs: readonly ExportedRun[], options: ExportOptions): string {
  return WRITERS[format](runs, options);
}
