/**
 * Plays recordings of somebody who types (`fixtures/typing`) to a window whose host is far away: keys are typed when they were, output
 * comes a round trip later.
 */

import { readFileSync } from 'node:fs';
import { Emulator } from '../../src/screen/emulator/emulator.ts';
import { LocalEcho } from '../../src/tui/terminal/local-echo.ts';
import { ScreenView } from '../../src/tui/terminal/screen-view.ts';

export type TypingEvent = readonly [ms: number, who: 'in' | 'out', text: string];
export type TypingRecording = {
  readonly cols: number;
  readonly rows: number;
  readonly events: readonly TypingEvent[];
};

export function typingRecording(name: string): TypingRecording {
  const file = new URL(`../../fixtures/typing/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as TypingRecording;
}

/** Milliseconds that a program has to echo a key, as in `echo-timing.ts`. */
export const ECHO_MS = 50;

export type Typed = {
  readonly key: string;
  /** What is drawn after the key, where something is guessed: the cursor's row, up to the cursor. */
  readonly drawn: string | undefined;
  /** Whether what is drawn has changed with the key. */
  readonly grew: boolean;
};

export type Replay = {
  readonly typed: readonly Typed[];
  /** How long each wrong guess was drawn (ms): a cell that is drawn, is not on the screen, and is not what the program made of the keys. */
  readonly wrongMs: readonly number[];
  /** What is guessed when all has come. */
  readonly left: unknown;
  /** Whether the screen with its guesses is that of a terminal without them. */
  readonly isSame: boolean;
};

type Step = { readonly ms: number; readonly run: () => void };

export function replayed({ cols, rows, events }: TypingRecording, roundTripMs: number): Replay {
  const screen = () => new ScreenView(new Emulator({ cols, rows, scrollback: 100 }));
  const [near, far] = [screen(), screen()];
  const echo = new LocalEcho();
  const typed: Typed[] = [];
  const wrongMs: number[] = [];
  let wrongSince: number | undefined;
  const steps: Step[] = [];
  events.forEach(([ms, who, text], index) => {
    if (who === 'out') {
      steps.push({
        ms: ms + roundTripMs,
        run: () => {
          near.take(text);
          if (echo.awaits) echo.seen(near.echoScreen);
        },
      });
      return;
    }
    let number = 0;
    const following = events.slice(index + 1);
    const next = following.findIndex((event) => event[1] === 'in');
    const made = next < 0 ? following : following.slice(0, next);
    steps.push({
      ms,
      run: () => {
        for (const [, , output] of made) far.take(output);
        const before = drawnOf(echo);
        number = echo.typed(text, near.echoScreen);
        const drawn = drawnOf(echo);
        typed.push({ key: text, drawn, grew: drawn !== undefined && drawn !== before });
      },
    });
    steps.push({ ms: ms + roundTripMs + ECHO_MS, run: () => echo.arrived(number) });
  });
  const first = events.findIndex(([, who]) => who === 'in');
  for (const [, , text] of events.slice(0, first)) far.take(text);
  for (const { ms, run } of steps.sort((one, other) => one.ms - other.ms)) {
    run();
    const isWrong = hasWrongCell(echo, near, far);
    if (isWrong) wrongSince ??= ms;
    else if (wrongSince !== undefined) {
      wrongMs.push(ms - wrongSince);
      wrongSince = undefined;
    }
  }
  near.guess = echo.guess;
  const lines = Array.from({ length: rows }, (_, y) => near.base + y);
  const isSame = lines.every(
    (line) => near.paintedLine(line).chars.join('') === far.line(line).chars.join(''),
  );
  return { typed, wrongMs, left: echo.guess, isSame };
}

function drawnOf({ guess }: LocalEcho): string | undefined {
  return guess?.row.chars.slice(0, guess.x).join('');
}

function hasWrongCell({ guess }: LocalEcho, near: ScreenView, far: ScreenView): boolean {
  if (guess === undefined) return false;
  const [shown, made] = [near.line(guess.line), far.line(guess.line)];
  return guess.row.chars.some((char, x) => char !== shown.chars[x] && char !== made.chars[x]);
}
