/** The formats that runs are exported in. */

import { cast } from './cast.ts';
import type { ExportedRun } from './exported.ts';
import type { ExportOptions } from './facts.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { picture } from './picture.ts';
import { plain } from './plain.ts';

type TextFormat = {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly write: (runs: readonly ExportedRun[], options: ExportOptions) => string;
};

/** Those that are text. PNG is drawn from `svg` where something can draw it. */
export const TEXT_FORMATS = [
  { id: 'md', title: 'Markdown', type: 'text/markdown', write: markdown },
  { id: 'html', title: 'HTML', type: 'text/html', write: html },
  { id: 'svg', title: 'SVG picture', type: 'image/svg+xml', write: picture },
  { id: 'cast', title: 'asciicast', type: 'application/x-asciicast', write: cast },
  { id: 'json', title: 'JSON', type: 'application/json', write: json },
  { id: 'txt', title: 'Plain text', type: 'text/plain', write: plain },
] as const satisfies readonly TextFormat[];

export type TextFormatId = (typeof TEXT_FORMATS)[number]['id'];
export type FormatId = TextFormatId | 'png';

export const FORMATS: readonly { readonly id: FormatId; readonly title: string }[] = [
  ...TEXT_FORMATS.slice(0, 3),
  { id: 'png', title: 'PNG picture' },
  ...TEXT_FORMATS.slice(3),
];

const ENDINGS: Readonly<Record<string, FormatId>> = { markdown: 'md', htm: 'html', text: 'txt', log: 'txt' };

/** Returns the format of that name, or whose ending it is. */
export function formatNamed(name: string): FormatId | undefined {
  const low = name.toLowerCase();
  return FORMATS.find(({ id }) => id === low)?.id ?? (Object.hasOwn(ENDINGS, low) ? ENDINGS[low] : undefined);
}

/** Returns the format that a file's name ends in. */
export function formatOfFile(name: string): FormatId | undefined {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : formatNamed(name.slice(dot + 1));
}

export function written(id: TextFormatId, runs: readonly ExportedRun[], options: ExportOptions): string {
  const format = TEXT_FORMATS.find((each) => each.id === id) ?? TEXT_FORMATS[0];
  return format.write(runs, options);
}
