/** Recordings of many commands: their order, limits, sizes and places. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandAt,
  feedOf,
  playerOf,
  positionOf,
  seek,
  toCommand,
} from '../../../src/review/replay/player.ts';
import {
  RawRecording,
  RecordingMaker,
  recordingOfRuns,
  type Size,
} from '../../../src/review/replay/recording.ts';
import { sameMoment, shownAt, timelineOf } from '../../../src/review/replay/timeline.ts';

type Event = readonly [ms: number, code: 'o' | 'r' | 'm', data: string];

const events = fc.array(
  fc.tuple(
    fc.oneof(fc.nat(200), fc.nat(20_000)),
    fc.oneof(
      fc.tuple(fc.constant('o' as const), fc.constantFrom('a', 'line\r\n', '漢😀', '\x1b[31m')),
      fc.tuple(fc.constant('r' as const), fc.constantFrom('80x24', '100x30')),
      fc.tuple(fc.constant('m' as const), fc.constantFrom('x', 'y')),
    ),
  ),
  { maxLength: 60 },
);

/** Makes a recording of events, whose times are those since the event before. */
function recorded(all: readonly (readonly [number, readonly [Event[1], string]])[], most?: number) {
  const made = new RecordingMaker(most);
  let ms = 0;
  for (const [pause, [code, data]] of all) {
    ms += pause;
    if (code === 'o') made.print(ms, data);
    else if (code === 'm') made.mark(ms, data);
    else made.resize(...(data.split('x').map(Number) as [number, number]));
  }
  return made.made({ endMs: ms });
}

describe('a recording', () => {
  it('has all text, its times in order, and every command where it began, whatever is cut', () => {
    fc.assert(
      fc.property(events, fc.boolean(), (all, cuts) => {
        const recording = recorded(all);
        const texts = all.map(([, [code, data]]) => (code === 'o' ? data : ''));
        expect(recording.text).toBe(texts.join(''));
        expect(recording.pieces.at(-1)?.end ?? 0).toBe(recording.text.length);
        const timeline = timelineOf(recording, cuts);
        const times = [...timeline.steps.map(({ at }) => at), timeline.totalMs];
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        const marks = all.flatMap(([, [code]], index) => (code === 'm' ? [index] : []));
        expect(timeline.markers).toHaveLength(marks.length);
        for (const [number, index] of marks.entries()) {
          const at = timeline.markers[number]?.at ?? -1;
          // What was printed before a command is shown when it begins.
          expect(shownAt(timeline, at)).toBeGreaterThanOrEqual(texts.slice(0, index).join('').length);
          expect(at).toBeLessThanOrEqual(timeline.totalMs);
        }
      }),
    );
  });

  it('keeps its place when pauses are cut or not', () => {
    fc.assert(
      fc.property(events, fc.nat(400_000), (all, ms) => {
        const recording = recorded(all);
        const [whole, cut] = [timelineOf(recording, false), timelineOf(recording, true)];
        expect(cut.totalMs).toBeLessThanOrEqual(whole.totalMs);
        const at = Math.min(ms, whole.totalMs);
        expect(shownAt(cut, sameMoment(whole, cut, at))).toBeGreaterThanOrEqual(shownAt(whole, at));
      }),
    );
  });

  it('has no more pieces than the limit, and a tenth as many sizes and markers, but all text', () => {
    fc.assert(
      fc.property(events, (all) => {
        const { pieces, sizes, markers, text } = recorded(all, 10);
        expect(pieces.length).toBeLessThanOrEqual(10);
        expect(sizes.length).toBeLessThanOrEqual(1);
        expect(markers.length).toBeLessThanOrEqual(1);
        expect(pieces.at(-1)?.end ?? 0).toBe(text.length);
      }),
    );
    const made = new RecordingMaker(10);
    for (let index = 0; index < 30; index += 1) made.print(10 ** (index * 10), 'a');
    expect(made.made().pieces.length).toBeLessThanOrEqual(10);
  });

  it('feeds text in the size that it was printed in, however it is sought', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { minLength: 1 }), (all, places) => {
        const recording = recorded(all);
        let fed: number | undefined;
        let [text, size]: [string, Size | undefined] = ['', undefined];
        for (const place of places) {
          const to = place % (recording.text.length + 1);
          const { resets, parts } = feedOf(recording, fed, to);
          if (resets) [text, size] = ['', undefined];
          text += parts.filter((part) => typeof part === 'string').join('');
          size = parts.findLast((part) => typeof part !== 'string') ?? size;
          fed = to;
          expect(text).toBe(recording.text.slice(0, to));
          expect(size).toEqual(recording.sizes.findLast(({ end }) => end === 0 || end < to));
        }
      }),
    );
  });
});

describe('a player of many commands', () => {
  const run = (seq: number, startedAt: number, output: string) => ({
    terminal: 'build',
    uri: 'ahp-terminal:/build',
    seq,
    commandLine: `make ${seq}`,
    startedAt,
    finishedAt: startedAt + 3_000,
    output,
    times: [1_000, output.length],
  });
  const runs = [1, 2, 3].map((seq) => ({
    at: seq * 60_000,
    before: seq === 2 ? 'a job\n' : '',
    run: run(seq, seq * 60_000, `out ${seq}\r\n`),
  }));

  it('plays them one after the other with what was printed between, and cuts the pauses between', () => {
    const { text, markers } = recordingOfRuns(runs, false);
    expect(text.replaceAll(/\x1b\[\d*m/g, '')).toBe(
      '$ make 1\r\nout 1\r\na job\r\n$ make 2\r\nout 2\r\n$ make 3\r\nout 3\r\n',
    );
    expect(markers.map(({ title }) => title)).toEqual(['make 1', 'make 2', 'make 3']);
    const { timeline } = playerOf(recordingOfRuns(runs, false), 0);
    expect([timeline.totalMs, timeline.markers.map(({ at }) => at)]).toEqual([13_000, [0, 5_000, 10_000]]);
  });

  it('goes to the next command and back, and begins one again that has played for a second', () => {
    const player = playerOf(recordingOfRuns(runs, false), 0);
    const next = toCommand(player, 500, 1);
    expect([positionOf(next, 500), commandAt(next, 500)]).toEqual([5_000, 1]);
    expect(positionOf(toCommand(next, 3_500, -1), 3_500)).toBe(5_000);
    expect(positionOf(toCommand(next, 600, -1), 600)).toBe(0);
    const last = seek(player, 0, 10_500);
    expect(toCommand(last, 0, 1)).toBe(last);
  });
});

describe('a raw log', () => {
  it('is read in pieces of lines, from file to file, without what is damaged', () => {
    const raw = new RawRecording((id) => (id === 'a' ? 'make' : undefined));
    raw.add(
      '[0,"o","no header"]\n{"version":2,"timestamp":100,"width":80,"height":24}\n[0.5,"m","a begins"]\n',
    );
    raw.add(
      '[0.5,"o","one\\r\\n"]\n[1,"o\n[1e999,"o",3]\n[2,"r","ax2"]\n[2,"r","9000x0"]\n[2.5,"m","a ended"]\n',
    );
    raw.add('{"version":2,"timestamp":160,"width":90,"height":30}\n[1,"m","b begins"]\n[1,"o","two"]');
    expect(raw.made(true)).toEqual({
      text: 'one\r\ntwo',
      pieces: [
        { atMs: 500, end: 5, isFirst: true },
        { atMs: 61_000, end: 8, isFirst: true },
      ],
      sizes: [
        { end: 0, cols: 80, rows: 24 },
        { end: 5, cols: 90, rows: 30 },
      ],
      markers: [
        { atMs: 500, title: 'make' },
        { atMs: 61_000, title: 'b' },
      ],
      endMs: 61_000,
      isTimed: true,
      isCut: true,
    });
  });
});
