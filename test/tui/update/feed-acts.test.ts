import { describe, expect, test } from 'vitest';
import type { Wake } from '../../../src/protocol/cotty/wake.ts';
import { unreadCount } from '../../../src/tui/model/feed.ts';
import { Driver, terminal } from '../../support/tui-model.ts';
import { wake } from '../../support/wake.ts';

const F12 = '\x1b[24~';
const tabs = [terminal('front'), terminal('build')] as const;

function told(...wakes: readonly Wake[]): Driver {
  const driver = new Driver().list(...tabs);
  return driver.notify({ kind: 'wakes', result: { wakes, dropped: 0, watches: [] } });
}

const unread = (driver: Driver) => unreadCount(driver.model.feed);

describe('the feed of a window', () => {
  test('is asked for with each connection', () => {
    const driver = new Driver().list(...tabs).notify({ kind: 'connection', connection: 'ready' });
    expect(driver.effects).toEqual([{ kind: 'watchAll' }, { kind: 'colors' }]);
    expect(driver.notify({ kind: 'connection', connection: 'away' }).effects).toEqual([]);
  });

  test('counts what ended elsewhere, not what is looked at', () => {
    const driver = told(wake(1));
    driver.notify({ kind: 'woken', wake: wake(2) });
    driver.notify({ kind: 'woken', wake: wake(3, { channel: 'ahp-terminal:/front' }) });
    expect(driver.model.feed.items).toHaveLength(3);
    expect(unread(driver)).toBe(2);
    driver.type('\x1b[O').notify({ kind: 'woken', wake: wake(4, { channel: 'ahp-terminal:/front' }) });
    expect(unread(driver)).toBe(3);
  });

  test('is read when its page is left, and the host hears so once', () => {
    const driver = told(wake(1), wake(2)).type(F12);
    expect(driver.effects).toEqual([{ kind: 'readWakes' }]);
    expect(unread(driver)).toBe(2);
    expect(driver.type('q').effects).toEqual([{ kind: 'ackWakes', n: 2 }]);
    expect(unread(driver)).toBe(0);
    expect(driver.type(F12).type('q').effects).toEqual([]);
  });

  test('of a tab is read when the tab comes to the front', () => {
    const driver = told(wake(1)).type('\x1b2');
    expect(unread(driver)).toBe(0);
    expect(driver.effects).toContainEqual({ kind: 'ackWakes', n: 1 });
  });

  test('leads to the tab of an entry, and stands on its block when the tab is there', () => {
    const driver = told(wake(1, { channel: 'ahp-terminal:/front' }), wake(2))
      .type(F12)
      .type('\r');
    expect(driver.model.active).toBe('ahp-terminal:/build');
    expect(driver.effects).toContainEqual({ kind: 'show', uri: 'ahp-terminal:/build' });
    expect(driver.model.goingTo).toMatchObject({ block: { id: 'cmd-2' } });
    // This look has no body: the block is not shown any more.
    driver.notify({ kind: 'shown', uri: 'ahp-terminal:/build' });
    expect(driver.model.goingTo).toBeUndefined();
    expect(driver.model.toast?.text).toBe('npm test is no longer shown · cotty history has it');
  });

  test('keeps the chosen entry chosen while others come in on top', () => {
    const driver = told(wake(1), wake(2)).type(F12).type('j');
    driver.notify({ kind: 'woken', wake: wake(3) });
    expect(driver.model.dialog).toEqual({ kind: 'feed', selected: 2 });
    expect(driver.type('\r').model.goingTo).toMatchObject({ block: { id: 'cmd-1' } });
  });

  test('leads to what the record has of a terminal that is closed', () => {
    const driver = told(wake(1, { channel: 'ahp-terminal:/gone', terminal: 'gone' }))
      .type(F12)
      .type('\r');
    expect(driver.effects).toEqual([
      { kind: 'look', uri: 'ahp-terminal:/gone', title: 'gone', seq: undefined },
      { kind: 'ackWakes', n: 1 },
    ]);
    expect(driver.model.dialog).toBeUndefined();
  });

  test('goes on without a host that tells of nothing', () => {
    const driver = new Driver().list(...tabs).notify({ kind: 'feedOff', reason: 'another program' });
    expect(driver.type(F12).model.dialog?.kind).toBe('feed');
    expect(driver.type('\r').model.dialog).toBeUndefined();
  });

  test('has what the person ran themselves and did not look at, when it took long', () => {
    const began = 5_000_000;
    const running = { commandLine: 'make', timestamp: began, writer: 'user:me' };
    const last = { commandLine: 'make', exitCode: 2, finishedAt: began + 20_000 };
    const driver = new Driver().list(terminal('front'), terminal('build', { meta: { running } }));
    driver.list(terminal('front'), terminal('build', { meta: { last } }));
    expect(driver.model.feed.items).toMatchObject([
      { commandLine: 'make', writer: { label: 'you' }, block: { began }, unread: true },
    ]);
    expect(driver.type('\x1b2').model.feed.items).toMatchObject([{ unread: false }]);
    // There is nothing to tell the host: it does not know of it.
    expect(driver.effects.map(({ kind }) => kind)).not.toContain('ackWakes');
  });

  test('leaves the agents to their own page, which is read anew when a terminal changes hands', () => {
    const driver = new Driver().list(...tabs).type('?A');
    expect(driver.effects).toEqual([{ kind: 'readAgents' }]);
    expect(driver.list(...tabs).effects).not.toContainEqual({ kind: 'readAgents' });
    const held = terminal('build', { claim: { kind: 'session', session: 'ahp-session:/ada' } });
    expect(driver.list(terminal('front'), held).effects).toContainEqual({ kind: 'readAgents' });
  });

  test('reads the agents again each second while their page is open, and draws only what differs', () => {
    const driver = new Driver().list(...tabs);
    expect(driver.notify({ kind: 'tick' }).effects).toEqual([]);
    expect(driver.type('?A').notify({ kind: 'tick' }).effects).toEqual([{ kind: 'readAgents' }]);
    const ada = { kind: 'known', list: [{ handle: 'ada', since: 1, holds: [] }] } as const;
    const { model } = driver.notify({ kind: 'agents', agents: ada });
    expect(driver.notify({ kind: 'agents', agents: structuredClone(ada) }).model).toBe(model);
    driver.notify({ kind: 'connection', connection: 'away' });
    expect(driver.notify({ kind: 'tick' }).effects).toEqual([]);
  });

  test('is one page of several: from help to the agents and on, each left behind', () => {
    const driver = told(wake(1)).type('?A');
    expect(driver.model.dialog).toEqual({ kind: 'agents', scroll: 0 });
    expect(driver.type('w').model.dialog?.kind).toBe('feed');
    expect(driver.type('?').model.dialog?.kind).toBe('help');
    expect(unread(driver)).toBe(0);
  });
});
