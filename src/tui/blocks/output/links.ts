/** The hyperlinks of an output, as a person can open them. */

import { linkAddress } from '../../../screen/cells/link-table.ts';
import { styleLink } from '../../../screen/cells/style-table.ts';
import type { TextLine } from './output-renderer.ts';

/** A hyperlink of an output: its address and the line on which it begins. */
export type OutputLink = { readonly address: string; readonly line: number };

/** Returns the links in their order, those of the same address once, with the line on which each begins. */
export function linksOf(lines: readonly TextLine[]): readonly OutputLink[] {
  const found = new Map<number, number>();
  for (const [line, { styles }] of lines.entries())
    for (const style of styles) {
      const link = styleLink(style);
      if (link !== 0 && !found.has(link)) found.set(link, line);
    }
  return [...found].flatMap(([link, line]) => {
    const address = linkAddress(link);
    return address === undefined ? [] : [{ address, line }];
  });
}
