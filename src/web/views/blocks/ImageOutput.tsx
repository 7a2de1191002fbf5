/** An output with images: drawn as the live part had it, with its text for those who do not see it. */

import { useEffect, useRef } from 'preact/hooks';
import { type StyledLine, textOfLine } from '../../../screen/cells/styled-line.ts';
import { drawOutput } from '../../screen/image-screen.ts';
import { screenLook } from '../../screen/palette.ts';
import { usePage } from '../parts/context.ts';

type Props = {
  readonly output: string;
  readonly lines: readonly StyledLine[];
  /** Columns of the terminal when the command ran. */
  readonly cols: number;
};

export function ImageOutput({ output, lines, cols }: Props) {
  const { settings } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const [fontSize, readable] = [settings.fontSize.value, settings.readable.value];
  const theme = settings.theme.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the page are those of its theme.
  useEffect(() => {
    if (place.current === null) return undefined;
    const look = screenLook(document.documentElement, { fontSize, readable });
    return drawOutput(place.current, { output, cols, look });
  }, [output, cols, fontSize, readable, theme]);
  const text = lines.map(textOfLine).join('\n').trim();
  return (
    <figure class="image-output">
      <div ref={place} aria-hidden="true" />
      <figcaption class="unseen">{`Output with images. ${text}`}</figcaption>
    </figure>
  );
}
