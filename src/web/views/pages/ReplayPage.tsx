/** A command or a terminal played again, with its pauses: its screen, and below it the bar of the player. */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { COMMANDS, type CommandId } from '../../../client/commands/commands.ts';
import { IDLE } from '../../../client/commands/conditions.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import { bindingFor, bindingsFor } from '../../../client/commands/keymap.ts';
import { timedRun } from '../../../client/run/compared-runs.ts';
import { NOTHING_RECORDED, recordingOf } from '../../../client/run/recordings.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import {
  changeSpeed,
  commandAt,
  isPlaying,
  type Player,
  playerOf,
  playerWords,
  positionOf,
  seek,
  timeWords,
  toCommand,
  toggleCut,
  togglePause,
} from '../../../review/replay/player.ts';
import { type Recording, recordingOfRun } from '../../../review/replay/recording.ts';
import type { Page } from '../../model/page.ts';
import { pressedKey, USUAL_KEYMAP } from '../../model/page-keymap.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { screenLook } from '../../screen/palette.ts';
import { type ReplayScreen, replayScreen } from '../../screen/replay-screen.ts';
import { usePage } from '../parts/context.ts';
import { PageFrame } from './PageFrame.tsx';

const CONTEXT = { ...IDLE, page: 'replay' } as const;
/** Milliseconds of a step, and of a longer one. */
const [STEP_MS, PAGE_MS] = [5_000, 30_000];
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
    const change = ACTS[command];
    if (change !== undefined) player.value = change(seen, Date.now());
    const by = command === 'replay.next' ? 1 : command === 'replay.previous' ? -1 : 0;
    if (by === 0) return;
    if (seq.current === undefined) player.value = toCommand(seen, Date.now(), by);
    else void playAnother(page, { uri: of.uri, player, seq }, by);
  };
  return (
    <PageFrame
      title="Replay"
      onKey={(event) => {
        const key = event.metaKey || event.isComposing ? undefined : pressedKey(event);
        const command =
          key === undefined ? undefined : bindingFor(USUAL_KEYMAP, 'page', key, CONTEXT)?.command;
        // The space key presses a button that has the focus.
        const isPress = key === 'space' && event.target instanceof HTMLButtonElement;
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
  try {
    const recording =
      seq === undefined
        ? ((await recordingOf(page.client.cotty, { channel: uri, name: titleIn(page, uri) })) ??
          NOTHING_RECORDED)
        : ((await commandFrom(page, uri, seq, 0))?.recording ?? `There is no finished command #${seq}.`);
    return typeof recording === 'string' ? recording : playerOf(recording, Date.now());
  } catch (error) {
    return cannotBeRead(error);
  }
}

function titleIn({ client }: Page, uri: string): string {
  return client.root.state.terminals?.find(({ resource }) => resource === uri)?.title ?? '';
}

function cannotBeRead(error: unknown): string {
  return `The output cannot be read: ${reasonOf(error)}`;
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
  try {
    const found = await commandFrom(page, uri, from, by);
    const seen = player.peek();
    if (found === undefined) page.messages.say(NO_OTHER[by]);
    else if (typeof seen === 'object' && seq.current === from) {
      seq.current = found.seq;
      player.value = playerOf(found.recording, Date.now(), seen);
    }
  } catch (error) {
    page.messages.say(cannotBeRead(error));
  }
}

type Act = (player: Player, now: number) => Player;

const seeking =
  (by: number): Act =>
  (player, now) =>
    seek(player, now, positionOf(player, now) + by);

const ACTS: { readonly [Id in CommandId]?: Act } = {
  'replay.pause': togglePause,
  'replay.back': seeking(-STEP_MS),
  'replay.forward': seeking(STEP_MS),
  'replay.faster': (player, now) => changeSpeed(player, now, 1),
  'replay.slower': (player, now) => changeSpeed(player, now, -1),
  'replay.pauses': toggleCut,
  'scroll.pageUp': seeking(-PAGE_MS),
  'scroll.pageDown': seeking(PAGE_MS),
  'scroll.top': seeking(Number.NEGATIVE_INFINITY),
  'scroll.bottom': seeking(Number.POSITIVE_INFINITY),
};

function isReplayCommand(command: CommandId): boolean {
  return ACTS[command] !== undefined || command === 'replay.next' || command === 'replay.previous';
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
        title={titleOf('replay.pause')}
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
          title={titleOf(id)}
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

/** What a button does, and its key: `Pause the replay, or go on (Space)`. */
function titleOf(id: CommandId): string {
  const [binding] = bindingsFor(USUAL_KEYMAP, 'page', id);
  return binding === undefined ? COMMANDS[id].help : `${COMMANDS[id].help} (${keyLabel(binding.key)})`;
}
