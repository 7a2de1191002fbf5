/** The output of a finished command: its last lines, or all of it when it was opened. */

import { useEffect } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { heldPieces, isShortened, type OutputPieces } from '../../../client/blocks/output-pieces.ts';
import { numbered } from '../../text/styled-line.ts';
import { useFront } from '../parts/context.ts';
import { LineView } from './LineView.tsx';

/** Lines that are shown of an output that nobody has opened. */
export const SHOWN_LINES = 24;
/** Limit: lines of one piece that are drawn; the end of longer ones is. */
const MOST_LINES = 5_000;

export function OutputView({ block }: { readonly block: Block }) {
  const front = useFront();
  const { part } = block;
  void front.fetches.value;
  const pieces = front.fetched.known(part) ?? heldPieces(part);
  useEffect(() => {
    // The outputs of older commands are fetched when they are looked at.
    if (isShortened(part)) front.fetched.want(part);
  });
  if (front.list.opened.value.has(block.id)) return <WholeOutput pieces={pieces} block={block} />;
  return <LastLines pieces={pieces} block={block} />;
}

type Props = { readonly pieces: OutputPieces; readonly block: Block };

function LastLines({ pieces: { pieces, total }, block }: Props) {
  const front = useFront();
  const last = pieces.at(-1);
  const lines = last === undefined ? [] : front.outputs.lines(last.part);
  if (lines === undefined) return <div class="output pending" />;
  const shown = lines.slice(-SHOWN_LINES);
  const above = Math.max((total ?? 0) - shown.length, lines.length - shown.length, 0);
  const before = last === undefined ? (total ?? 0) : last.firstLine + lines.length - shown.length;
  const hidden = Math.min(above, Math.max(before, pieces.length > 1 ? 1 : 0));
  if (shown.length === 0 && hidden === 0) return null;
  return (
    <div class="output">
      {hidden > 0 && (
        <button type="button" class="more-lines" onClick={() => front.list.open(block.id)}>
          {hidden === 1 ? '1 line above' : `${hidden.toLocaleString('en')} lines above`}
        </button>
      )}
      <pre>
        {numbered(shown, before).map(({ line, number }) => (
          <LineView key={number} line={line} number={number} block={block} />
        ))}
      </pre>
    </div>
  );
}

function WholeOutput({ pieces: { pieces }, block }: Props) {
  const front = useFront();
  return (
    <div class="output whole">
      {pieces.map(({ part, firstLine, missing }) => {
        const lines = front.outputs.lines(part);
        if (lines === undefined) return <div key={firstLine} class="pending" />;
        const cut = Math.max(0, lines.length - MOST_LINES);
        return (
          <div key={firstLine}>
            {missing + cut > 0 && (
              <button
                type="button"
                class="more-lines"
                onClick={() => front.fetched.wantLine(block.part, firstLine - 1)}
              >
                {`${(missing + cut).toLocaleString('en')} lines left out`}
              </button>
            )}
            <pre>
              {numbered(lines.slice(cut), firstLine + cut).map(({ line, number }) => (
                <LineView key={number} line={line} number={number} block={block} />
              ))}
            </pre>
          </div>
        );
      })}
    </div>
  );
}
