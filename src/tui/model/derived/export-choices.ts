/** The lines of the dialog that exports commands. */

import { FORMATS, type FormatId } from '../../../review/export/format-names.ts';

export type ExportChoice =
  | { readonly kind: 'format'; readonly format: FormatId; readonly title: string }
  | { readonly kind: 'link' | 'which' | 'secrets' };

export const EXPORT_CHOICES: readonly ExportChoice[] = [
  ...FORMATS.map(({ id, title }) => ({ kind: 'format', format: id, title }) as const),
  { kind: 'link' },
  { kind: 'which' },
  { kind: 'secrets' },
];
