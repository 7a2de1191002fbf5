import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';
import type { Settings } from '../../../src/tui/config/settings.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';

const BEGAN = 5_000_000;
const AGENT: TerminalClaim = { kind: 'session', session: 'ahp-session:/ada' };

type Run = {
  readonly seconds?: number;
  readonly exitCode?: number;
  readonly tab?: string;
  readonly claim?: TerminalClaim;
  readonly meta?: TerminalMeta;
};

/** A window on `front`, with `build` behind it, in which a command runs. */
function running({ tab = 'build', claim, meta = {} }: Run = {}, settings: Partial<Settings> = {}): Driver {
  const busy = { ...meta, running: { commandLine: 'npm test', timestamp: BEGAN } };
  const driver = new Driver(settings).list(terminal('front'), terminal('build'));
  const rest = claim === undefined ? {} : { claim };
  return driver.list(
    ...['front', 'build'].map((each) =>
      each === tab ? terminal(each, { ...rest, meta: busy }) : terminal(each),
    ),
  );
}

function end(driver: Driver, { seconds = 41, exitCode = 1, tab = 'build', claim, meta = {} }: Run = {}) {
  const last = { commandLine: 'npm test', exitCode, finishedAt: BEGAN + seconds * 1000 };
  const rest = claim === undefined ? {} : { claim };
  driver.list(
    ...['front', 'build'].map((each) =>
      each === tab ? terminal(each, { ...rest, meta: { ...meta, last } }) : terminal(each),
    ),
  );
  return driver.effects.flatMap((effect) => (effect.kind === 'notify' ? effect.notices : []));
}

describe('a notice', () => {
  test('says what ended in a hidden tab, how, and after how long', () => {
    expect(end(running())).toEqual([{ title: 'build', body: '`npm test` failed with 1 after 41 s' }]);
  });

  test('is not given for the tab that is looked at', () => {
    expect(end(running({ tab: 'front' }), { tab: 'front' })).toEqual([]);
  });

  test('is not given for a tab that is in view in another pane', () => {
    const driver = running();
    const members = driver.model.tabs.map(({ resource }) => resource);
    driver.model = { ...driver.model, splits: [splitAs('beside', members)] };
    expect(end(driver)).toEqual([]);
  });

  test('is given for the tab in front of a window that lost the focus', () => {
    const driver = running({ tab: 'front' }).type('\x1b[O');
    expect(end(driver, { tab: 'front', exitCode: 0 })).toEqual([
      { title: 'front', body: '`npm test` succeeded after 41 s' },
    ]);
  });

  test('is given from the time on that the setting names, or never', () => {
    expect(end(running(), { seconds: 9 })).toEqual([]);
    expect(end(running(), { seconds: 10 })).toHaveLength(1);
    expect(end(running({}, { notifyAfter: 60 }))).toEqual([]);
    expect(end(running({}, { notifyAfter: 0 }))).toEqual([]);
  });

  test('is not given for what was interrupted', () => {
    expect(end(running(), { exitCode: 130 })).toEqual([]);
  });

  test('is not given for a server that the person stopped, whatever it ended with', () => {
    const driver = running({ tab: 'front' });
    driver.reading = { ...IDLE_READING, running: { commandLine: 'npm test', since: BEGAN } };
    driver.type('\x03');
    expect(driver.sent).toBe('\x03');
    driver.type('\x1b[O');
    driver.now += 500;
    expect(end(driver, { tab: 'front', exitCode: 1 })).toEqual([]);
  });

  test('is not given for a program that had the whole screen', () => {
    const driver = running({ tab: 'front' });
    const busy = { commandLine: 'npm test', since: BEGAN };
    driver.reading = { ...IDLE_READING, running: busy, fullScreen: true };
    driver.notify({ kind: 'followed', before: IDLE_READING }).type('\x1b[O');
    driver.reading = IDLE_READING;
    expect(end(driver, { tab: 'front' })).toEqual([]);
  });

  test('is left to the window that holds the terminal, and given for what an agent holds', () => {
    const other: TerminalClaim = { kind: 'client', clientId: 'window-2' };
    const meta = { holder: { name: 'tom', connected: true } };
    expect(end(running({ claim: other, meta }), { claim: other, meta })).toEqual([]);
    const gone = { holder: { name: 'tom', connected: false } };
    expect(end(running({ claim: other, meta: gone }), { claim: other, meta: gone })).toHaveLength(1);
    const agent = { holder: { name: 'agent ada', connected: true } };
    expect(end(running({ claim: AGENT, meta: agent }), { claim: AGENT, meta: agent })).toHaveLength(1);
  });

  test('is not guessed: a list that was missed may hide another end', () => {
    const driver = running();
    const last = { commandLine: 'make', exitCode: 0, finishedAt: BEGAN + 90_000 };
    driver.list(terminal('front'), terminal('build', { meta: { last } }));
    expect(driver.effects.filter(({ kind }) => kind === 'notify')).toEqual([]);
  });

  test('cuts a long command line, not its end', () => {
    const driver = new Driver().list(terminal('front'), terminal('build'));
    const commandLine = 'x'.repeat(199);
    driver.list(
      terminal('front'),
      terminal('build', { meta: { running: { commandLine, timestamp: BEGAN } } }),
    );
    const last = { commandLine, exitCode: 0, finishedAt: BEGAN + 60_000 };
    driver.list(terminal('front'), terminal('build', { meta: { last } }));
    const [effect] = driver.effects.filter(({ kind }) => kind === 'notify');
    expect(effect).toMatchObject({ notices: [{ body: `\`${'x'.repeat(79)}…\` succeeded after 1 min 0 s` }] });
  });
});
