/** The output of a finished command: its last lines, or all of it when it was opened. */

import type { CSSProperties, JSX } from 'preact';
import { memo } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { heldPieces, isShortened, type OutputPieces } from '../../../client/blocks/output-pieces.ts';
import { type AddressPlace, addressesIn } from '../../../screen/text/addresses.ts';
import { seqOf } from '../../model/block-list.ts';
import { cssColor } from '../../screen/palette.ts';
import { numbered, type StyledLine, type TextSpan, textOfLine } from '../../text/styled-line.ts';
import { useFront } from '../parts/context.ts';

/** Lines that are shown of an output that was not opened. */
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
  const lines = last === undefined ? [] : front.outputs.ofPart(last.part);
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
        const lines = front.outputs.ofPart(part);
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

// One line of output. All of it is set as text: nothing that a program prints becomes a part of the
// document.

type LineProps = { readonly line: StyledLine; readonly number: number; readonly block: Block };

function LineView({ line, number, block }: LineProps) {
  const { find } = useFront();
  const wanted = find.text.value.toLowerCase();
  const current = find.current.value;
  const isCurrent = current !== undefined && current.line === number && current.seq === seqOf(block);
  return (
    <div class={isCurrent ? 'line current' : 'line'}>
      {wanted === '' ? <StyledText line={line} /> : <Marked text={textOfLine(line)} wanted={wanted} />}
      {'\n'}
    </div>
  );
}

/** Schemes of which the page makes links: a browser may open no other one because a program has printed it. */
const LINKED = ['https://', 'http://'];

/** Text in its colours, with its links. */
export const StyledText = memo(({ line }: { readonly line: StyledLine }) => {
  const links = addressesIn(textOfLine(line), LINKED);
  return <>{withLinks(line, links)}</>;
});

function withLinks(line: StyledLine, links: readonly AddressPlace[]): readonly JSX.Element[] {
  const text = textOfLine(line);
  const pieces: JSX.Element[] = [];
  let at = 0;
  for (const { from, to } of links) {
    const href = text.slice(from, to);
    pieces.push(...spansBetween(line, at, from));
    pieces.push(
      <a key={from} href={href} target="_blank" rel="noreferrer noopener">
        {spansBetween(line, from, to)}
      </a>,
    );
    at = to;
  }
  return [...pieces, ...spansBetween(line, at, text.length)];
}

function spansBetween(line: StyledLine, from: number, to: number): readonly JSX.Element[] {
  const spans: JSX.Element[] = [];
  let start = 0;
  for (const { text, style } of line) {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (part !== '')
      spans.push(<Span key={`${from}.${start}`} span={style ? { text: part, style } : { text: part }} />);
    start += text.length;
  }
  return spans;
}

function Span({ span: { text, style } }: { readonly span: TextSpan }) {
  if (style === undefined) return <>{text}</>;
  const { fg, bg, bold, dim, italic, underline, inverse, strike, hidden } = style;
  const [front, back] = inverse ? [bg ?? 'var(--body)', fg ?? 'var(--text)'] : [fg, bg];
  const css: CSSProperties = {
    ...(front !== undefined && { color: colorOf(front) }),
    ...(back !== undefined && { backgroundColor: colorOf(back) }),
    ...(bold && { fontWeight: 600 }),
    ...(dim && { opacity: 0.65 }),
    ...(italic && { fontStyle: 'italic' }),
    ...((underline || strike) && {
      textDecoration: [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' '),
    }),
    ...(hidden && { visibility: 'hidden' }),
  };
  return <span style={css}>{text}</span>;
}

function colorOf(color: number | string): string {
  return typeof color === 'string' && color.startsWith('var') ? color : cssColor(color);
}

/** Colours give way to marks while something is searched for. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const lower = text.toLowerCase();
  const pieces: (JSX.Element | string)[] = [];
  let at = 0;
  for (let found = lower.indexOf(wanted); found !== -1; found = lower.indexOf(wanted, at)) {
    pieces.push(text.slice(at, found), <mark key={found}>{text.slice(found, found + wanted.length)}</mark>);
    at = found + wanted.length;
  }
  return <>{[...pieces, text.slice(at)]}</>;
}
