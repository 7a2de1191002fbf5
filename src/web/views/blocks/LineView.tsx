/** One line of output. All of it is set as text: nothing that a program prints becomes a part of the document. */

import type { CSSProperties, JSX } from 'preact';
import { memo } from 'preact/compat';
import type { Block } from '../../../client/blocks/block.ts';
import { seqOf } from '../../model/block-list.ts';
import { cssColor } from '../../screen/palette.ts';
import { linksIn } from '../../text/links.ts';
import { type StyledLine, type TextSpan, textOfLine } from '../../text/styled-line.ts';
import { useFront } from '../parts/context.ts';

type Props = { readonly line: StyledLine; readonly number: number; readonly block: Block };

export function LineView({ line, number, block }: Props) {
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

/** Text in its colours, with its links. */
export const StyledText = memo(({ line }: { readonly line: StyledLine }) => {
  const links = linksIn(textOfLine(line));
  return <>{withLinks(line, links)}</>;
});

function withLinks(line: StyledLine, links: ReturnType<typeof linksIn>): readonly JSX.Element[] {
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
