/** One finished command: its header, and its output as text. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BETWEEN, type Block } from '../../../client/blocks/block.ts';
import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { seqOf } from '../../../client/blocks/recorded-run.ts';
import { duration } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { chipOf } from '../../../review/chip.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import {
  type BlockPlace,
  copyLink,
  copyMarkdown,
  copyOutput,
  mayWrite,
  writeIntoLine,
} from '../menu/block-acts.ts';
import { openBlockMenu } from '../menu/entries.ts';
import { MoreButton } from '../menu/MoreButton.tsx';
import { download, openAsText } from '../menu/output-file.ts';
import { type MenuOpener, useMenuOpener } from '../menu/use-menu-opener.ts';
import { useFront, usePage } from '../parts/context.ts';
import { LONG_MS, timeText } from '../parts/durations.ts';
import { Icon } from '../parts/Icon.tsx';
import { blockLabel } from './block-label.ts';
import { OutputView } from './OutputView.tsx';
import { MarkedText } from './StyledText.tsx';

export function BlockView({ block }: { readonly block: Block }) {
  const page = usePage();
  const front = useFront();
  const { list } = front;
  const isFolded = list.foldOf(block) === 'closed';
  const isSelected = list.selected.value === block.id;
  const menu = useMenuOpener((anchor) => openBlockMenu({ page, front, block }, anchor));
  return (
    <article
      class={`block ${isSelected ? 'selected' : ''}`}
      aria-label={blockLabel(block)}
      data-block={block.id}
      onContextMenu={menu.onContextMenu}
    >
      <BlockHeader block={block} isFolded={isFolded} press={menu.press} />
      {block.note !== undefined && <NoteLine note={block.note} />}
      {!isFolded && <OutputView block={block} />}
    </article>
  );
}

/** What somebody has noted about the command. */
function NoteLine({ note: { text, writer } }: { readonly note: NonNullable<Block['note']> }) {
  const { find } = useFront();
  return (
    <p class="block-note">
      {writer.kind === 'other' && <span class="who">{writer.label}: </span>}
      <MarkedText text={text} wanted={find.text.value} />
    </p>
  );
}

type TitleProps = { readonly block: Block; readonly isFolded: boolean };

type HeaderProps = TitleProps & { readonly press: MenuOpener['press'] };

function BlockHeader({ block, isFolded, press }: HeaderProps) {
  return (
    <header class="block-head" {...press}>
      <BlockTitle block={block} isFolded={isFolded} />
      <BlockActs block={block} />
      <BlockFacts block={block} />
      <BlockMenu block={block} />
    </header>
  );
}

function BlockTitle({ block, isFolded }: TitleProps) {
  const { list, find } = useFront();
  const chip = chipOf(block.status);
  const { commandLine } = block;
  const isBetween = block.status.kind === 'between';
  const isWhole = list.wholeCommands.value.has(block.id);
  const command = isBetween ? BETWEEN : isWhole ? withoutControls(commandLine) : firstLine(commandLine);
  const more = commandLine.split('\n').length - 1;
  const place = useRef<HTMLSpanElement>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = place.current ?? {};
    setIsCut(scrollWidth > clientWidth + 1);
  });
  return (
    <>
      <button
        type="button"
        class="block-title"
        aria-expanded={!isFolded}
        onClick={() => {
          list.selected.value = block.id;
          list.toggleFold(block);
        }}
      >
        <span class={`chip ${chip.tone}`} title={chip.words}>
          {chip.sign}
        </span>
        {block.bookmarked === true && (
          <span class="bookmark" role="img" aria-label="bookmarked">
            ★
          </span>
        )}
        <span ref={place} class={isBetween ? 'dim' : isWhole ? 'command whole' : 'command'}>
          <MarkedText text={command} wanted={isBetween ? '' : find.text.value} />
        </span>
        {more > 0 && !isWhole && <span class="dim">+{more} lines</span>}
      </button>
      {(more > 0 || isWhole || isCut) && (
        <button
          type="button"
          class="more-command"
          aria-expanded={isWhole}
          title={isWhole ? 'Show the beginning of the command' : 'Show the whole command'}
          onClick={() => list.toggleCommand(block.id)}
        >
          {isWhole ? 'less' : 'more'}
        </button>
      )}
    </>
  );
}

function BlockFacts({ block }: { readonly block: Block }) {
  const page = usePage();
  const { cwd, durationMs = 0, timestamp, writer, where, unrecorded } = block;
  const { counts, seq } = cottyMeta<CommandMeta>(block.part._meta);
  const { uri } = useFront();
  const mark = page.compareMark.value;
  const isMarked = mark !== undefined && mark.uri === uri && mark.seq === seq;
  return (
    <span class="block-facts">
      {unrecorded && <span class="dim">not recorded</span>}
      {isMarked && <span class="who">marked to compare</span>}
      {where !== undefined && <span class="where">{where}</span>}
      {cwd !== undefined && <span class="folder">{cwd}</span>}
      {writer.kind === 'other' && <span class="who">{writer.label}</span>}
      <span class="lines">
        {counts !== undefined && counts.lines > 1 && `${counts.lines.toLocaleString('en')} lines`}
      </span>
      <span class={durationMs >= LONG_MS ? 'duration long' : 'duration'}>
        {durationMs >= 1000 && duration(durationMs)}
      </span>
      <time dateTime={new Date(timestamp).toISOString()}>{timeText(timestamp, page.clock.today.value)}</time>
    </span>
  );
}

function BlockActs({ block }: { readonly block: Block }) {
  const page = usePage();
  const front = useFront();
  const place: BlockPlace = { page, front, block };
  return (
    <span class="block-acts">
      <ActButton label="Copy output" icon="copy" run={() => copyOutput(place)} />
      <ActButton label="Copy as Markdown" icon="markdown" run={() => copyMarkdown(place)} />
      <ActButton label="Open as text" icon="open" run={() => openAsText(place)} />
      <ActButton label="Download" icon="download" run={() => download(place)} />
      {seqOf(block) !== undefined && <ActButton label="Copy link" icon="link" run={() => copyLink(place)} />}
      {mayWrite(page, block) && (
        <ActButton label="Write into the line" icon="rerun" run={() => writeIntoLine(place)} />
      )}
    </span>
  );
}

function BlockMenu({ block }: { readonly block: Block }) {
  const place: BlockPlace = { page: usePage(), front: useFront(), block };
  return <MoreButton small label="More about this block" open={(anchor) => openBlockMenu(place, anchor)} />;
}

type ActProps = {
  readonly label: string;
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly run: () => void;
};

function ActButton({ label, icon, run }: ActProps) {
  return (
    <button type="button" class="icon-button small" aria-label={label} title={label} onClick={run}>
      <Icon name={icon} />
    </button>
  );
}
