/** A command played again, with its pauses: its screen, and below it the bar of the player. */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { COMMANDS, type CommandId } from '../../../client/commands/commands.ts';
import { IDLE } from '../../../client/commands/conditions.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import { bindingFor, bindingsFor } from '../../../client/commands/keymap.ts';
import type { RunPlace } from '../../../client/compare/comparing.ts';
import { timedRun } from '../../../client/run/compared-runs.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import {
  changeSpeed,
  isPlaying,
  type Player,
  playerOf,
  playerWords,
  positionOf,
  seek,
  timeWords,
  toggleCut,
  togglePause,
} from '../../../review/replay/player.ts';
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

export function ReplayPage({ run }: { readonly run: RunPlace }) {
  const page = usePage();
  const player = useSignal<Player | string | undefined>(undefined);
  const now = useSignal(Date.now());
  useEffect(() => {
    void read(page, run, 0).then((found) => {
      player.value = found;
    });
  }, [page, run, player]);
  const act = (command: CommandId) => {
    const seen = player.peek();
    if (typeof seen !== 'object') return;
    const change = ACTS[command];
    if (change !== undefined) player.value = change(seen, Date.now());
    const by = command === 'replay.next' ? 1 : command === 'replay.previous' ? -1 : 0;
    if (by !== 0) void playAnother(page, player, seen, by);
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
          <p class="replay-command">
            <code>{firstLine(player.value.run.commandLine)}</code>
          </p>
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

/** Reads a command, or with `by` the next one in that direction, whose speed is that of `before`. A text says why there is none. */
async function read(
  { client }: Page,
  { uri, seq }: RunPlace,
  by: -1 | 0 | 1,
  before?: Player,
): Promise<Player | string> {
  const title = client.root.state.terminals?.find(({ resource }) => resource === uri)?.title ?? '';
  try {
    for (let at = seq + by, passed = 0; at >= 1 && passed <= MOST_PASSED; at += by, passed += 1) {
      const found = await timedRun(client.cotty, { channel: uri, seq: at, name: title });
      if (found === undefined) break;
      if (found.commandLine !== '' || by === 0) return playerOf(found, Date.now(), before);
    }
    return by === 0 ? `There is no finished command #${seq}.` : NO_OTHER[by];
  } catch (error) {
    return `The output cannot be read: ${reasonOf(error)}`;
  }
}

const NO_OTHER = { '-1': 'There is no earlier command.', 1: 'There is no later command.' } as const;

async function playAnother(
  page: Page,
  player: Signal<Player | string | undefined>,
  seen: Player,
  by: 1 | -1,
): Promise<void> {
  const found = await read(page, seen.run, by, seen);
  if (typeof found === 'string') page.messages.say(found);
  else if (typeof player.peek() === 'object') player.value = found;
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

function Screen({ player, now }: Shown) {
  const { settings } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<ReplayScreen | undefined>(undefined);
  const latest = useRef(player);
  latest.current = player;
  const [fontSize, readable] = [settings.fontSize.value, settings.readable.value];
  const theme = settings.theme.value;
  const { cols } = player.run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the page are those of its theme.
  useEffect(() => {
    if (place.current === null) return undefined;
    const opened = replayScreen(
      place.current,
      screenLook(document.documentElement, { fontSize, readable }),
      cols,
    );
    screen.current = opened;
    const fitAgain = () => {
      opened.fit();
      opened.show(latest.current, Date.now());
    };
    const sizes = new ResizeObserver(fitAgain);
    sizes.observe(place.current);
    fitAgain();
    return () => {
      sizes.disconnect();
      screen.current = undefined;
      opened.close();
    };
  }, [cols, fontSize, readable, theme]);
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
