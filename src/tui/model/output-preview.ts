/** The first and the last lines of an output, beside the list of the history. */

import type { TextLine } from '../../screen/text/output-renderer.ts';

export type PreviewedCommand = { readonly uri: string; readonly seq: number };

export type OutputPreview = PreviewedCommand & {
  /** Undefined until the output has come. */
  readonly shown: PreviewedLines | undefined;
};

export type PreviewedLines = {
  readonly first: readonly TextLine[];
  /** Lines between the first and the last ones, which were not fetched. */
  readonly hidden: number;
  readonly last: readonly TextLine[];
  /** Why there is nothing to show. */
  readonly failure?: string;
};
