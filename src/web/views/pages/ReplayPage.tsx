/** A command or a terminal played again, with its pauses: its screen, and below it the bar of the player. */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CommandId } from '../../../client/commands/commands.ts';
import { timedRun } from '../../../client/run/compared-runs.ts';
import { REPLAY_CHANGES, readable, readTerminal } from '../../../client/run/replaying.ts';
import {
  commandAt,
  isPlaying,
  type Player,
  playerOf,
  playerWords,
  positionOf,
  seek,
  timeWords,
  toCommand,
} from '../../../review/replay/player.ts';
import { type Recording, recordingOfRun } from '../../../review/replay/recording.ts';
import type { Page } from '../../model/page.ts';
import { helpOf, pageCommand } from '../../model/page-keymap.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { screenLook } from '../../screen/palette.ts';
import { type ReplayScreen, replayScreen } from '../../screen/replay-screen.ts';
import { usePage } from '../parts/context.ts';
import { PageFrame } from './PageFrame.tsx';

/** Limit: records without a command that are passed over to find the next command. */
const MOST_PASSED = 20;

/** A command, or without a number the terminal. */
type Played = { readonly uri: string; readonly seq?: number };

export function ReplayPage({ of }: { readonly of: Played }) {
  const page = usePage();
  /** The number of the command that plays. */
  const seq = useRef(of.seq);
  const player = useSignal<Player | string | undefined>(undefined);
  const now = useSignal(Date.now());
  useEffect(() => {
    void opened(page, of).then((found) => {
      player.value = found;
    });
  }, [page, of, player]);
  const act = (command: CommandId) => {
    const seen = player.peek();
    if (typeof seen !== 'object') return;
    if (changesPlayer(command)) player.value = REPLAY_CHANGES[command](seen, Date.now());
    const by = command === 'replay.next' ? 1 : command === 'replay.previous' ? -1 : 0;
    if (by === 0) return;
    if (seq.current === undefined) player.value = toCommand(seen, Date.now(), by);
    else void playAnother(page, { uri: of.uri, player, seq }, by);
  };
  return (
    <PageFrame
      title="Replay"
      onKey={(event) => {
        const command = pageCommand(event, 'replay');
        // The space key presses a button that has the focus.
        const isPress = event.key === ' ' && event.target instanceof HTMLButtonElement;
        if (command === undefined || isPress || !isReplayCommand(command)) return false;
        act(command);
        return true;
      }}
    >
      {typeof player.value === 'object' ? (
        <>
          <Title player={player.value} now={now} isTerminal={of.seq === undefined} />
          <Screen player={player.value} now={now} />
          <Bar
            player={player.value}
            now={now}
            act={act}
            seekTo={(to) => {
              const seen = player.peek();
              if (typeof seen === 'object') player.value = seek(seen, Date.now(), to);
            }}
          />
        </>
      ) : (
        <p class="compare-note" role="status">
          {player.value ?? 'Reading the output…'}
        </p>
      )}
    </PageFrame>
  );
}

/** Reads what is played first. A text says why it cannot be. */
async function opened(page: Page, { uri, seq }: Played): Promise<Player | string> {
  const recording =
    seq === undefined
      ? await readTerminal(page.client.cotty, { channel: uri, name: titleIn(page, uri) })
      : await readable(
          async () =>
            (await commandFrom(page, uri, seq, 0))?.recording ?? `There is no finished command #${seq}.`,
        );
  return typeof recording === 'string' ? recording : playerOf(recording, Date.now());
}

function titleIn({ client }: Page, uri: string): string {
  return client.root.state.terminals?.find(({ resource }) => resource === uri)?.title ?? '';
}

/** Reads a command, or with `by` the next one in that direction; undefined if there is none. */
async function commandFrom(
  page: Page,
  uri: string,
  seq: number,
  by: -1 | 0 | 1,
): Promise<{ readonly recording: Recording; readonly seq: number } | undefined> {
  const name = titleIn(page, uri);
  for (let at = seq + by, passed = 0; at >= 1 && passed <= MOST_PASSED; at += by, passed += 1) {
    const found = await timedRun(page.client.cotty, { channel: uri, seq: at, name });
    if (found === undefined) return undefined;
    if (found.commandLine !== '' || by === 0) return { recording: recordingOfRun(found), seq: at };
  }
  return undefined;
}

const NO_OTHER = { '-1': 'There is no earlier command.', 1: 'There is no later command.' } as const;

type Playing = {
  readonly uri: string;
  readonly player: Signal<Player | string | undefined>;
  readonly seq: { current: number | undefined };
};

/** Plays another command with the speed of this one. */
async function playAnother(page: Page, { uri, player, seq }: Playing, by: 1 | -1): Promise<void> {
  const from = seq.current;
  if (from === undefined) return;
  const found = await readable(() => commandFrom(page, uri, from, by));
  const seen = player.peek();
  if (typeof found !== 'object') page.messages.say(found ?? NO_OTHER[by]);
  else if (typeof seen === 'object' && seq.current === from) {
    seq.current = found.seq;
    player.value = playerOf(found.recording, Date.now(), seen);
  }
}

function changesPlayer(command: CommandId): command is keyof typeof REPLAY_CHANGES {
  return Object.hasOwn(REPLAY_CHANGES, command);
}

function isReplayCommand(command: CommandId): boolean {
  return changesPlayer(command) || command === 'replay.next' || command === 'replay.previous';
}

type Shown = { readonly player: Player; readonly now: Signal<number> };

/** The command that plays, in a terminal with its place among all. */
function Title({ player, now, isTerminal }: Shown & { readonly isTerminal: boolean }) {
  const { markers } = player.timeline;
  const index = commandAt(player, now.value);
  return (
    <p class="replay-command">
      {isTerminal && (
        <span class="dim">
          {index + 1}/{markers.length}{' '}
        </span>
      )}
      <code>{firstLine(markers[index]?.title ?? '')}</code>
    </p>
  );
}

function Screen({ player, now }: Shown) {
  const { settings } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<ReplayScreen | undefined>(undefined);
  const latest = useRef(player);
  latest.current = player;
  const [fontSize, readable] = [settings.fontSize.value, settings.readable.value];
  const theme = settings.theme.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the page are those of its theme.
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = replayScreen(place.current, screenLook(document.documentElement, { fontSize, readable }));
    screen.current = made;
    const fitAgain = () => {
      made.fit();
      made.show(latest.current, Date.now());
    };
    const sizes = new ResizeObserver(fitAgain);
    sizes.observe(place.current);
    fitAgain();
    return () => {
      sizes.disconnect();
      screen.current = undefined;
      made.close();
    };
  }, [fontSize, readable, theme]);
  useEffect(() => {
    let frame = 0;
    const show = () => {
      now.value = Date.now();
      screen.current?.show(player, now.value);
      if (isPlaying(player, now.value)) frame = requestAnimationFrame(show);
    };
    show();
    return () => cancelAnimationFrame(frame);
  }, [player, now]);
  return <div ref={place} class="replay-screen" role="img" aria-label="Screen of the replay" />;
}

const BUTTONS = [
  { id: 'replay.previous', label: 'Previous' },
  { id: 'replay.next', label: 'Next' },
  { id: 'replay.slower', label: 'Slower' },
  { id: 'replay.faster', label: 'Faster' },
  { id: 'replay.pauses', label: 'Cut pauses' },
] as const;

type BarProps = Shown & {
  readonly act: (command: CommandId) => void;
  readonly seekTo: (ms: number) => void;
};

function Bar({ player, now, act, seekTo }: BarProps) {
  const plays = isPlaying(player, now.value);
  return (
    <div class="replay-bar" role="toolbar" aria-label="Player">
      <button
        type="button"
        class="filter-chip"
        title={helpOf('replay.pause')}
        onClick={() => act('replay.pause')}
      >
        {plays ? '⏸ Pause' : '▶ Play'}
      </button>
      <input
        type="range"
        aria-label="Position"
        min={0}
        max={player.timeline.totalMs}
        step={100}
        value={positionOf(player, now.value)}
        onInput={({ currentTarget }) => seekTo(Number(currentTarget.value))}
      />
      <span class="replay-time">{timeWords(player, now.value)}</span>
      {BUTTONS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          class="filter-chip"
          title={helpOf(id)}
          {...(id === 'replay.pauses' && { 'aria-pressed': player.cutsPauses })}
          onClick={() => act(id)}
        >
          {label}
        </button>
      ))}
      <span class="dim" role="status">
        {playerWords(player).join(' · ')}
      </span>
    </div>
  );
}
