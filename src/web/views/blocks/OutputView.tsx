/** The output of a finished command: all of it can be scrolled through, and what is in sight is drawn, and fetched when it is missing. */

import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { WHOLE_CHARS } from '../../../client/blocks/fetched-outputs.ts';
import { hasImage } from '../../../client/blocks/image-output.ts';
import { heldPieces, isShortened, type OutputPieces } from '../../../client/blocks/output-pieces.ts';
import { STRETCH } from '../../../client/blocks/output-stretches.ts';
import { seqOf } from '../../../client/blocks/recorded-run.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { StyledLine } from '../../../screen/cells/styled-line.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import {
  missingSection,
  rowsOf,
  type Section,
  type SectionLine,
  sectionsOf,
} from '../../text/output-sections.ts';
import { useFront } from '../parts/context.ts';
import { ImageOutput } from './ImageOutput.tsx';
import { StyledText } from './StyledText.tsx';

/** Lines that are shown of an output of which there is no room for all. */
export const TAIL = 200;
/** Limit: lines of one output that are drawn, the last ones; a document of browsers is not higher. */
const MOST_LINES = 1_500_000;
/** Pixels of a line before one was measured. */
export const LINE = 18;

export function OutputView({ block }: { readonly block: Block }) {
  const front = useFront();
  const { part } = block;
  void front.fetches.value;
  useEffect(() => {
    // The outputs of older commands are fetched when they are looked at.
    if (isShortened(part)) front.fetched.want(part);
  });
  const isTail = front.list.foldOf(block) === 'tail';
  const { sections, above } = shownSections(front, part, isTail ? TAIL : MOST_LINES);
  const drawn = drawnOutput(front, part);
  if (drawn !== undefined && !isTail)
    return (
      <div class="output">
        <ImageOutput output={drawn} lines={front.outputs.ofPart(part)} cols={colsOf(part)} />
      </div>
    );
  if (sections.length === 0) return null;
  return (
    <div class="output">
      {above > 0 && (
        <button type="button" class="more-lines" onClick={() => front.list.open(block.id)}>
          {above === 1 ? '1 line above' : `${above.toLocaleString('en')} lines above`}
        </button>
      )}
      <Sections sections={sections} block={block} />
    </div>
  );
}

/** Returns an output that has images, if all of it is here. */
function drawnOutput(front: FrontTerminal, part: CommandPart): string | undefined {
  const fetched = front.fetched.known(part);
  const { pieces } = fetched ?? heldPieces(part);
  const output = isWhole(part, pieces, fetched !== undefined) ? pieces[0]?.part.output : undefined;
  return output !== undefined && hasImage(output) ? output : undefined;
}

function colsOf(part: CommandPart): number {
  return cottyMeta<CommandMeta>(part._meta).cols ?? 80;
}

// The sections of an output: of lines that the page has, and of those that it has to fetch.

type Shown = { readonly sections: readonly Section[]; readonly above: number };

function shownSections(front: FrontTerminal, part: CommandPart, most: number): Shown {
  const all = allSections(front, part);
  let lines = 0;
  let from = all.length;
  while (from > 0 && lines < most) {
    from -= 1;
    lines += all[from]?.lineCount ?? 0;
  }
  return { sections: from === 0 ? all : all.slice(from), above: (all[from]?.firstLine ?? 1) - 1 };
}

function allSections(front: FrontTerminal, part: CommandPart): readonly Section[] {
  const fetched = front.fetched.known(part);
  const { pieces, total = 0 } = fetched ?? heldPieces(part);
  const [only] = pieces;
  if (only !== undefined && isWhole(part, pieces, fetched !== undefined))
    return sectionsOfLines(front.outputs.ofPart(only.part), 1);
  const count = Math.max(total, 1);
  const sections: Section[] = [];
  for (let stretch = 0; stretch * STRETCH < count; stretch += 1) {
    const first = stretch * STRETCH;
    const lines = Math.min(STRETCH, count - first);
    const known = front.stretches.known(part, stretch);
    const held = known === undefined ? heldLines(front, pieces, first, lines) : undefined;
    if (known !== undefined)
      sections.push(...sectionsOfLines(front.outputs.ofPart(known.part), first + 1, stretch, known.cut));
    else if (held !== undefined) sections.push(...sectionsOf(held, first + 1, stretch));
    else sections.push(missingSection(first + 1, lines, stretch));
  }
  return sections;
}

/** Whether one piece has all of an output. */
function isWhole(part: CommandPart, pieces: OutputPieces['pieces'], isFetched: boolean): boolean {
  const [only] = pieces;
  if (!isShortened(part)) return true;
  if (only === undefined || pieces.length > 1 || only.firstLine > 0) return false;
  const { counts } = cottyMeta<CommandMeta>(part._meta);
  if (counts === undefined) return true;
  return (isFetched && counts.chars <= WHOLE_CHARS) || only.part.output.length >= counts.chars;
}

/** Returns the lines of a stretch if a piece has all of them; undefined otherwise. */
function heldLines(
  front: FrontTerminal,
  pieces: OutputPieces['pieces'],
  first: number,
  count: number,
): readonly StyledLine[] | undefined {
  for (const { part, firstLine } of pieces) {
    // The first line of a piece behind a gap may be cut at its beginning, and the last one before it at its end.
    const from = first - firstLine;
    if (firstLine > 0 ? from < 1 : from < 0) continue;
    const lines = front.outputs.ofPart(part);
    const isLast = part === pieces.at(-1)?.part;
    if (from + count <= lines.length - (isLast ? 0 : 1)) return lines.slice(from, from + count);
  }
  return undefined;
}

const made = new WeakMap<readonly StyledLine[], readonly Section[]>();

function sectionsOfLines(
  lines: readonly StyledLine[],
  firstLine: number,
  stretch = 0,
  cut = false,
): readonly Section[] {
  const known = made.get(lines) ?? sectionsOf(lines, firstLine, stretch, cut);
  made.set(lines, known);
  return known;
}

// Draws the sections in sight; the others have only their height.

/** Pixels above and below the view in which sections are drawn as well. */
const MARGIN = 600;

type SectionsProps = { readonly sections: readonly Section[]; readonly block: Block };
type Range = { readonly from: number; readonly to: number };

/** Heights of sections as they were drawn, by the part that they belong to: a block that comes back has its own. */
const heightsOf = new WeakMap<CommandPart, Map<string, number>>();

function Sections({ sections, block }: SectionsProps) {
  const front = useFront();
  const place = useRef<HTMLDivElement>(null);
  const known = heightsOf.get(block.part) ?? new Map<string, number>();
  heightsOf.set(block.part, known);
  const cols = front.screen.fitted?.cols ?? 80;
  const line = lineHeight();
  const height = (section: Section) => known.get(section.key) ?? rowsOf(section, cols) * line;
  const [range, setRange] = useState<Range>({ from: 0, to: 1 });
  const isShort = sections.length === 1;
  const look = () => {
    const scroller = place.current?.closest('.scroll');
    if (isShort || place.current === null || scroller == null) return;
    const top = scroller.getBoundingClientRect().top - place.current.getBoundingClientRect().top;
    const next = inSight(sections, height, top - MARGIN, top + scroller.clientHeight + MARGIN);
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  const latest = useRef(look);
  latest.current = look;
  useLayoutEffect(() => {
    const scroller = place.current?.closest('.scroll');
    const onScroll = () => latest.current();
    scroller?.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller?.removeEventListener('scroll', onScroll);
  }, []);
  useLayoutEffect(() => {
    if (!isShort) measure(place.current, known);
    look();
  });
  useGoToLine(front, block, { place, sections, height });
  const { from, to } = isShort ? { from: 0, to: 1 } : range;
  const shown = sections.slice(from, to);
  useEffect(() => {
    for (const { lines, stretch } of shown)
      if (lines === undefined) front.stretches.want(block.part, stretch);
  });
  return (
    <div ref={place} class="sections">
      <div style={{ height: `${heightBetween(sections, height, 0, from)}px` }} />
      {shown.map((section) => (
        <SectionView key={section.key} section={section} block={block} height={height(section)} />
      ))}
      <div style={{ height: `${heightBetween(sections, height, to, sections.length)}px` }} />
    </div>
  );
}

function inSight(
  sections: readonly Section[],
  height: (section: Section) => number,
  top: number,
  bottom: number,
): Range {
  let y = 0;
  let [from, to] = [sections.length, 0];
  sections.forEach((section, index) => {
    const end = y + height(section);
    if (end > top && y < bottom) {
      from = Math.min(from, index);
      to = index + 1;
    }
    y = end;
  });
  // Above or below the view: the nearest one is drawn, so that there is something to measure.
  return to === 0
    ? top < 0
      ? { from: 0, to: 1 }
      : { from: sections.length - 1, to: sections.length }
    : { from, to };
}

/** Notes the heights of what is drawn. What changes above the view must not move the view. */
function measure(place: HTMLElement | null, known: Map<string, number>): void {
  const scroller = place?.closest('.scroll');
  if (place === null || scroller == null) return;
  const { top } = scroller.getBoundingClientRect();
  let moved = 0;
  for (const element of place.querySelectorAll<HTMLElement>(':scope > .section')) {
    const { key = '', guess = '' } = element.dataset;
    const { height, bottom } = element.getBoundingClientRect();
    const before = known.get(key) ?? Number(guess);
    if (height === before || element.dataset['waits'] !== undefined) continue;
    known.set(key, height);
    if (bottom + moved < top) moved += height - before;
  }
  if (moved !== 0) scroller.scrollTop += moved;
}

function heightBetween(
  sections: readonly Section[],
  height: (section: Section) => number,
  from: number,
  to: number,
): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += height(sections[at] as Section);
  return sum;
}

function lineHeight(): number {
  const set = document.documentElement.style.getPropertyValue('--cell-height');
  return Number.parseFloat(set) || LINE;
}

type SectionProps = { readonly section: Section; readonly block: Block; readonly height: number };

function SectionView({ section, block, height }: SectionProps) {
  const { key, lines, cut } = section;
  if (lines === undefined) {
    return (
      <div class="section waits" data-key={key} data-waits="" style={{ height: `${height}px` }}>
        fetching lines {section.firstLine.toLocaleString('en')} …
      </div>
    );
  }
  return (
    <div class="section" data-key={key} data-guess={height}>
      <SectionLines lines={lines} block={block} />
      {cut && (
        <p class="cut-lines">
          The lines after these are too long to be shown, or were not kept: open or download the output.
        </p>
      )}
    </div>
  );
}

const SectionLines = memo(
  ({ lines, block }: { readonly lines: readonly SectionLine[]; readonly block: Block }) => (
    <pre>
      {lines.map((each) => (
        <LineView key={`${each.number}.${each.from}`} shown={each} block={block} />
      ))}
    </pre>
  ),
);

function LineView({
  shown: { line, number, ends },
  block,
}: {
  readonly shown: SectionLine;
  readonly block: Block;
}) {
  const { find } = useFront();
  const current = find.current.value;
  const isCurrent = current !== undefined && current.line === number && current.seq === seqOf(block);
  return (
    <div class={isCurrent ? 'line current' : 'line'}>
      <StyledText line={line} wanted={find.text.value} />
      {ends ? '\n' : ''}
    </div>
  );
}

// Brings the line of the current match into the middle of the view, also one that is not drawn yet.

type GoPlace = {
  readonly place: { readonly current: HTMLElement | null };
  readonly sections: readonly Section[];
  readonly height: (section: Section) => number;
};

function useGoToLine(front: FrontTerminal, block: Block, { place, sections, height }: GoPlace): void {
  const gone = useRef<unknown>(undefined);
  const current = front.find.current.value;
  useLayoutEffect(() => {
    const scroller = place.current?.closest('.scroll');
    if (current === undefined || current.line < 1 || current.seq !== seqOf(block)) return;
    if (gone.current === current || scroller == null || place.current === null) return;
    const line = place.current.querySelector('.line.current');
    if (line !== null) {
      gone.current = current;
      // The list has put the block into the view in the frame before.
      requestAnimationFrame(() => line.scrollIntoView({ block: 'center' }));
      return;
    }
    const at = sections.findLastIndex(({ firstLine }) => firstLine <= current.line);
    const section = sections[at];
    if (section === undefined) return;
    const inside = ((current.line - section.firstLine) / Math.max(1, section.lineCount)) * height(section);
    const y = heightBetween(sections, height, 0, at) + inside;
    scroller.scrollTop +=
      place.current.getBoundingClientRect().top -
      scroller.getBoundingClientRect().top +
      y -
      scroller.clientHeight / 2;
  });
}
