/** The page that replays a command. */

import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import { RawRecording, recordingOfRun } from '../../../src/review/replay/recording.ts';
import type { Run } from '../../../src/review/run.ts';
import { rowText, textRow } from '../../../src/screen/cells/row.ts';
import type { ReplayPage } from '../../../src/tui/model/model.ts';
import { ReplayView } from '../../../src/tui/view/replay-view.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { command, stateOf } from '../blocks/sample.ts';

const RIGHT = '\x1b[C';

/** BROWSE at the last of two commands, and its replay asked for. */
function asked(): Driver {
  const driver = new Driver().list(terminal('build'));
  const parts = ['make', 'test'].map((line, index) =>
    command({ commandLine: line, commandId: `id-${index}`, meta: { seq: index + 1 } }),
  );
  driver.reading = { ...IDLE_READING, blocks: blocksOf(stateOf(parts), 'user:me') };
  driver.rows = [textRow([{ text: '$ ' }], 80)];
  return driver
    .notify({ kind: 'command', command: 'mode.browse' })
    .notify({ kind: 'command', command: 'block.last' })
    .type('p');
}

function pageOf({ model: { dialog } }: Driver): ReplayPage {
  if (dialog?.kind !== 'replay') throw new Error(`no replay is open but ${dialog?.kind}`);
  return dialog;
}

/** Gives what was asked last: two lines with five seconds between them. */
function given(driver: Driver, more: Partial<Run> = {}): Driver {
  const { blocks, chosen } = pageOf(driver);
  const block = blocks[chosen];
  if (block === undefined) throw new Error('nothing is chosen');
  const run: Run = {
    terminal: 'build',
    uri: pageOf(driver).uri,
    seq: chosen + 1,
    commandLine: block.commandLine,
    startedAt: 0,
    finishedAt: 6_000,
    output: 'one\r\ntwo\r\n',
    times: [0, 5, 5_000, 5],
    cols: 40,
    ...more,
  };
  return driver.notify({ kind: 'replay', uri: run.uri, block, recording: recordingOfRun(run) });
}

function shownOn(driver: Driver, view = new ReplayView()): readonly string[] {
  return view
    .overlays(driver.model, driver.viewState())
    .map(({ row }) => rowText(row).trim())
    .filter((line) => line !== '');
}

describe('the replay', () => {
  test('plays with long pauses cut, pauses, seeks, and says where it is', () => {
    const driver = given(asked());
    const view = new ReplayView();
    const lines = () => shownOn(driver, view);
    expect(lines()[0]).toMatch(/^Replay test · build +2\/2$/);
    expect(lines()).toContain('one');
    expect(lines()).not.toContain('two');
    driver.now += 1_000;
    driver.type(' ');
    driver.now += 60_000;
    expect(lines()).not.toContain('two');
    expect(lines().at(-1)).toMatch(/^⏸ 1\.0s \/ 3\.0s · 1× · long pauses are cut/);
    driver.type(' ');
    driver.now += 1_000;
    expect(lines()).toContain('two');
    driver.type('g');
    expect(lines()).not.toContain('two');
    driver.type(`c${RIGHT}`);
    expect(lines()).toContain('two');
    expect(lines().at(-1)).toMatch(/^▶ 5\.0s \/ 6\.0s · 1× · pauses as they were/);
  });

  test('goes to another command with the speed of this one, and closes', () => {
    const driver = given(asked()).type('++');
    expect(driver.type('n').effects).toEqual([]);
    expect(driver.type('p').effects).toMatchObject([{ kind: 'readReplay', block: { commandLine: 'make' } }]);
    expect(pageOf(given(driver)).player).toMatchObject({
      speed: 4,
      recording: { markers: [{ title: 'make' }] },
    });
    expect(driver.type('q').model.dialog).toBeUndefined();
    expect(shownOn(driver)).toEqual([]);
  });

  test('says that there are no times, and why an output cannot be read', () => {
    const driver = given(asked(), { times: [] });
    expect(shownOn(driver).at(-1)).toContain('no times were recorded');
    const block = pageOf(driver).blocks[1];
    if (block === undefined) throw new Error('there is no second block');
    driver.notify({
      kind: 'replay',
      uri: pageOf(driver).uri,
      block,
      recording: 'it cannot be read: gone',
    });
    expect(shownOn(driver)).toContain('it cannot be read: gone');
  });

  test('lets nothing of the output reach the terminal around, and resets what it left', () => {
    const hostile = '\x1b]0;owned\x07\x07\x1b]52;c;aGk=\x07\x1b[c\x1b[?25l\x1b[31mred\r\n\x1b]8;;http://x';
    const driver = given(asked(), { output: hostile, times: [0, hostile.length] });
    const view = new ReplayView();
    expect(shownOn(driver, view)).toContain('red');
    for (const { row } of view.overlays(driver.model, driver.viewState()))
      expect(rowText(row)).not.toContain('\x1b');
    driver.type('p');
    given(driver);
    expect(shownOn(driver, view)).toContain('one');
    expect(shownOn(driver, view)).not.toContain('red');
  });

  test('plays a terminal with its sizes, tells which command plays, and goes from command to command', () => {
    const driver = asked().type('q').type('P');
    const { uri } = pageOf(driver);
    expect(driver.effects).toEqual([{ kind: 'readReplay', uri, terminal: 'build', block: undefined }]);
    const raw = new RawRecording((id) => ({ a: 'make', b: 'make test' })[id]);
    raw.add(
      [
        JSON.stringify({ version: 2, timestamp: 1, width: 20, height: 3 }),
        ...[
          [1, 'm', 'a begins'],
          [1, 'o', '0123456789012345678901234\r\n'],
          [20, 'r', '30x3'],
          [20, 'm', 'b begins'],
          [21, 'o', '0123456789012345678901234\r\n'],
        ].map((event) => JSON.stringify(event)),
      ].join('\n'),
    );
    driver.notify({ kind: 'replay', uri, block: undefined, recording: raw.made(true) });
    const view = new ReplayView();
    const lines = () => shownOn(driver, view);
    expect(lines()[0]).toMatch(/^Replay +· build +0\/2$/);
    driver.type('n');
    expect(lines()).toEqual(expect.arrayContaining(['01234567890123456789', '01234']));
    expect(lines()[0]).toMatch(/^Replay make · build +1\/2$/);
    driver.type('n');
    expect(lines()[0]).toMatch(/^Replay make test · build +2\/2$/);
    driver.now += 1_000;
    expect(lines()).toContain('0123456789012345678901234');
    driver.type('p');
    driver.type('p');
    expect(lines()[0]).toMatch(/^Replay make · build +1\/2$/);
    expect(lines()).not.toContain('0123456789012345678901234');
    expect(lines().at(-1)).toContain('what was before is left out');
  });
});
