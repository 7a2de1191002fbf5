import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { FoundRuns } from '../../../src/client/compare/comparing.ts';
import type { Run } from '../../../src/review/run.ts';
import { textRow } from '../../../src/screen/cells/row.ts';
import { dialogView } from '../../../src/tui/view/dialog-view.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { command, stateOf } from '../blocks/sample.ts';

const uri = 'ahp-terminal:/build';

function run(seq: number, output: string): Run {
  return {
    terminal: 'build',
    uri,
    seq,
    commandLine: 'make',
    startedAt: 1000 * seq,
    finishedAt: 1000 * seq + 100 * seq,
    exitCode: seq - 1,
    output,
  };
}

const runs: FoundRuns = {
  before: run(1, 'begin at 10:00:01\nthe one\n'),
  after: run(2, 'begin at 10:00:02\nthe two\n'),
};

/** BROWSE at the newest of two runs of a command. */
function browsing(): Driver {
  const driver = new Driver().list(terminal('build'));
  const parts = [1, 2].map((seq) =>
    command({ commandId: `c${seq}`, timestamp: 1000 * seq, commandLine: 'make', meta: { seq } }),
  );
  driver.reading = { ...IDLE_READING, blocks: blocksOf(stateOf(parts), 'user:me') };
  driver.rows = [textRow([{ text: '$ ' }], 80)];
  return driver.notify({ kind: 'command', command: 'mode.browse' });
}

function read(driver: Driver, found: FoundRuns): Driver {
  const effect = driver.effects.find(({ kind }) => kind === 'readRuns');
  if (effect?.kind !== 'readRuns') throw new Error('nothing was asked for');
  return driver.notify({ kind: 'runs', asked: effect.asked, found });
}

function shown(driver: Driver): string {
  const view = dialogView(driver.model, driver.viewState(), { x: 0, y: 1, width: 80, height: 22 });
  return [view?.title, ...(view?.lines ?? []).map((line) => line.map(({ text }) => text).join(''))].join(
    '\n',
  );
}

describe('the page that compares two runs', () => {
  test('opens at once, and shows what differs when both were read', () => {
    const driver = browsing().type('=');
    expect(shown(driver)).toContain('Reading');
    expect(driver.effects).toMatchObject([
      { kind: 'readRuns', asked: { later: { uri, seq: 2 }, against: { kind: 'last', skip: 0 } } },
    ]);
    const text = shown(read(driver, runs));
    expect(text).toContain('exit 0 → 1 · 0.10 s → 0.20 s (2.0×)');
    expect(text).toContain('1 difference masked: 1 time · m shows them');
    expect(text).toMatch(/›- the one\n›\+ the two/);
  });

  test('shows what was masked, and both runs side by side', () => {
    const driver = read(browsing().type('='), runs).type('m');
    expect(shown(driver)).toContain('- begin at 10:00:01');
    expect(shown(driver.type('s'))).toMatch(/- the one +│ {2}\+ the two/);
  });

  test('asks for the last run that succeeded, and for older ones', () => {
    const driver = read(browsing().type('='), runs).type('o');
    expect(driver.effects).toMatchObject([{ asked: { against: { kind: 'succeeded', skip: 0 } } }]);
    expect(driver.type('p').effects).toMatchObject([{ asked: { against: { kind: 'succeeded', skip: 1 } } }]);
    read(driver, { why: 'There is no older run.' });
    expect(shown(driver)).toContain('There is no older run.');
    expect(driver.type('p').effects).toMatchObject([{ asked: { against: { skip: 0 } } }]);
  });

  test('ignores runs that are no longer asked for', () => {
    const driver = browsing().type('=');
    const [late] = driver.effects;
    driver.type('o');
    if (late?.kind === 'readRuns') driver.notify({ kind: 'runs', asked: late.asked, found: runs });
    expect(shown(driver)).toContain('Reading');
  });

  test('copies the differences, and leads back to the block', () => {
    const driver = read(browsing().type('='), runs).type('y');
    expect(driver.effects).toMatchObject([{ kind: 'copy', what: 'the differences' }]);
    driver.notify({ kind: 'command', command: 'dialog.cancel' });
    expect([driver.model.dialog, driver.view?.mode]).toEqual([undefined, 'browse']);
  });
});

test('a marked run is compared with the next one, until the mark is taken away', () => {
  const driver = browsing().type('k+');
  expect(driver.model.toast?.text).toContain('marked');
  expect(driver.type('j=').effects).toMatchObject([
    { asked: { later: { seq: 2 }, against: { kind: 'run', run: { uri, seq: 1 } } } },
  ]);
  driver.notify({ kind: 'command', command: 'dialog.cancel' }).type('k+j=');
  expect(driver.effects).toMatchObject([{ asked: { against: { kind: 'last' } } }]);
});

describe('a command that was run again', () => {
  const ended = { commandLine: 'make', exitCode: 1, finishedAt: 5000 };

  function rerunWith(keys: string): Driver {
    const driver = browsing().type(keys);
    expect(driver.sent).toBe('make\r');
    return driver;
  }

  /** The host's list tells of its end, and both runs are read. */
  function end(driver: Driver): Driver {
    driver.list(terminal('build', { meta: { last: ended } }));
    const effect = driver.effects.find(({ kind }) => kind === 'readRerun');
    if (effect?.kind !== 'readRerun') throw new Error('its runs were not read');
    const { of } = effect.rerun;
    const asked = { later: { uri, seq: 3 }, commandLine: 'make', against: { kind: 'run', run: of } } as const;
    return driver.notify({ kind: 'runs', asked, found: runs, rerun: effect.rerun });
  }

  test('is compared on the page if that was asked for', () => {
    expect(end(rerunWith('R')).model.dialog?.kind).toBe('compare');
  });

  test('is told in one line to a person who types meanwhile, and after a plain rerun', () => {
    for (const driver of [rerunWith('R').type('l'), rerunWith('r')]) {
      end(driver);
      expect(driver.model.dialog).toBe(undefined);
      expect(driver.model.toast?.text).toMatch(/^make: /);
    }
  });

  test('is not compared when another command has ended there', () => {
    const other = { ...ended, commandLine: 'ls' };
    const driver = rerunWith('R').list(terminal('build', { meta: { last: other } }));
    expect(driver.model.reruns).toEqual({});
    expect(driver.effects.filter(({ kind }) => kind === 'readRerun')).toEqual([]);
  });
});
