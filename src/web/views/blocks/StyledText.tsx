/**
 * Lines of output as text in their colours, with their links and with marks on what is searched for. All of it is set as text:
 * nothing that a program prints becomes a part of the document.
 */

import type { CSSProperties, JSX } from 'preact';
import { memo } from 'preact/compat';
import { placesIn } from '../../../client/blocks/match-text.ts';
import { type StyledLine, type TextSpan, textOfLine } from '../../../screen/cells/styled-line.ts';
import { addressesIn, WEB_SCHEMES } from '../../../screen/text/addresses.ts';
import { cssColor, isWebAddress } from '../../screen/palette.ts';
import { sliceOfLine } from '../../text/output-sections.ts';
import { usePage } from '../parts/context.ts';

/** Text without links, with marks on what is searched for. */
export function MarkedText({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  return <>{markedSpans([{ text }], 0, text.length, wanted)}</>;
}

type Props = { readonly line: StyledLine; readonly wanted?: string };

/** Text in its colours, with its links. */
export const StyledText = memo(({ line, wanted = '' }: Props) => (
  <>
    {linkedPieces(line).map(({ from, to, href, isTold }) => {
      const spans = markedSpans(line, from, to, wanted);
      if (href === undefined) return spans;
      return isTold ? (
        <ToldLink key={from} href={href} text={textOfLine(sliceOfLine(line, from, to))}>
          {spans}
        </ToldLink>
      ) : (
        <a key={from} href={href} target="_blank" rel="noreferrer noopener">
          {spans}
        </a>
      );
    })}
  </>
));

type Piece = {
  readonly from: number;
  readonly to: number;
  readonly href?: string;
  /** Whether a program has said where it leads (OSC 8): its text may say something else. */
  readonly isTold?: boolean;
};

function linkedPieces(line: StyledLine): readonly Piece[] {
  const links = [...toldLinks(line)];
  for (const { from, to } of addressesIn(textOfLine(line), WEB_SCHEMES)) {
    if (links.every((told) => told.to <= from || told.from >= to))
      links.push({ from, to, href: textOfLine(sliceOfLine(line, from, to)) });
  }
  links.sort((one, other) => one.from - other.from);
  const pieces: Piece[] = [];
  let at = 0;
  for (const link of links) {
    if (link.from > at) pieces.push({ from: at, to: link.from });
    pieces.push(link);
    at = link.to;
  }
  const { length } = textOfLine(line);
  return at < length ? [...pieces, { from: at, to: length }] : pieces;
}

function toldLinks(line: StyledLine): readonly Piece[] {
  const links: Piece[] = [];
  let at = 0;
  for (const { text, style } of line) {
    const [from, to] = [at, at + text.length];
    at = to;
    const href = style?.link;
    if (href === undefined || !isWebAddress(href)) continue;
    const last = links.at(-1);
    if (last?.href === href && last.to === from) links[links.length - 1] = { ...last, to };
    else links.push({ from, to, href, isTold: true });
  }
  return links;
}

/** A link of a program: its target is seen before it is opened, and asked about where the text does not say it. */
function ToldLink(props: { readonly href: string; readonly text: string; readonly children: JSX.Element[] }) {
  const page = usePage();
  const { href, text, children } = props;
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noreferrer noopener"
      onClick={(event) => {
        event.preventDefault();
        page.follow(href, text);
      }}
    >
      {children}
    </a>
  );
}

/** Returns the spans between two places; what is searched for is marked, and keeps its colours. */
function markedSpans(line: StyledLine, from: number, to: number, wanted: string): JSX.Element[] {
  const marks = placesIn(textOfLine(line), wanted).filter((mark) => mark.from < to && mark.to > from);
  const spans: JSX.Element[] = [];
  let at = from;
  for (const mark of marks) {
    const [begin, end] = [Math.max(from, mark.from), Math.min(to, mark.to)];
    spans.push(...spansOf(line, at, begin), <mark key={`m${begin}`}>{spansOf(line, begin, end)}</mark>);
    at = end;
  }
  return [...spans, ...spansOf(line, at, to)];
}

function spansOf(line: StyledLine, from: number, to: number): JSX.Element[] {
  let at = from;
  return sliceOfLine(line, from, to).map((span) => {
    const key = at;
    at += span.text.length;
    return <Span key={key} span={span} />;
  });
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
