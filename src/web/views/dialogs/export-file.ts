/** Writes commands of a terminal in one of the formats, in the page. */

import { type Exported, exported } from '../../../review/export/exported.ts';
import type { Theme } from '../../../review/export/facts.ts';
import type { FormatId } from '../../../review/export/format-names.ts';
import { written } from '../../../review/export/formats.ts';
import type { Run } from '../../../review/run.ts';
import type { OutputLines } from '../../text/output-lines.ts';

export function prepared(outputs: OutputLines, runs: readonly Run[], withSecrets: boolean): Exported {
  return exported(runs, (output, cols) => outputs.of(output, cols), { withSecrets });
}

type Written = {
  readonly format: FormatId;
  readonly theme: Theme;
  readonly home: string | undefined;
};

export async function fileOf({ runs }: Exported, { format, theme, home }: Written): Promise<Blob> {
  const options = { home, theme };
  if (format !== 'png') return new Blob([written(format, runs, options)]);
  return pngOf(written('svg', runs, { ...options, theme: theme === 'dark' ? 'dark' : 'light' }));
}

/** Pixels of the picture for each one of the SVG. */
const SCALE = 2;

/** Has the browser draw a picture. */
async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('the browser has drawn no picture: it is too large');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
