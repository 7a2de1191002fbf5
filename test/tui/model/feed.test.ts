import { describe, expect, test } from 'vitest';
import type { Wake } from '../../../src/protocol/cotty/wake.ts';
import {
  type Feed,
  markRead,
  NO_FEED,
  toAcknowledge,
  unreadCount,
  wakeItem,
  withItem,
  withWakes,
} from '../../../src/tui/model/feed.ts';
import { wake } from '../../support/wake.ts';

const ME = 'user:me';

const read = (wakes: readonly Wake[], feed: Feed = NO_FEED, dropped = 0) =>
  withWakes(feed, wakes, dropped, ME);
const lines = (feed: Feed) => feed.items.map(({ n, unread }) => `${n ?? '-'}${unread ? '!' : ''}`);

describe('the feed', () => {
  test('has the newest on top, each once', () => {
    const feed = withItem(read([wake(1), wake(2)]), wakeItem(wake(3), ME, true));
    expect(lines(withItem(feed, wakeItem(wake(2), ME, true)))).toEqual(['3!', '2!', '1!']);
  });

  test('shows who, how, and the line that looks like an error, else the last one', () => {
    const item = wakeItem(wake(1), ME, true);
    expect(item).toMatchObject({
      writer: { label: '@ada' },
      status: { kind: 'failed', code: 1 },
      durationMs: 3_100,
      line: 'FAIL src/keys.test.ts',
    });
    expect(wakeItem(wake(1, { error_line: null }), ME, true).line).toBe('1 failed');
    expect(wakeItem(wake(1, { timed_out: true }), ME, true).status.kind).toBe('timeout');
    expect(wakeItem(wake(1, { killed_by_restart: true }), ME, true).status.kind).toBe('restart');
    expect(wakeItem(wake(1, { exit: null }), ME, true).status.kind).toBe('unknown');
  });

  test('cleans what another host may send', () => {
    const nasty = wake(1, {
      terminal: 'a\x1b]0;t\x07',
      cmd: 'one\ntwo\u202e',
      error_line: '\x1b[31mred',
      finished_at: 'soon',
    });
    const item = wakeItem(nasty, ME, true);
    expect([item.terminal, item.commandLine, item.line]).toEqual(['a]0;t', 'one two', '[31mred']);
    expect(item.finishedAt).toBe(0);
  });

  test('tells the host the cursor only up to the first that was not looked at', () => {
    let feed = read([wake(1), wake(2, { channel: 'ahp-terminal:/dev' }), wake(3)]);
    expect(toAcknowledge(feed)).toBeUndefined();
    feed = markRead(feed, 'ahp-terminal:/build');
    expect(unreadCount(feed)).toBe(1);
    expect(toAcknowledge(feed)).toBe(1);
    feed = markRead({ ...feed, acked: 1 });
    expect(toAcknowledge(feed)).toBe(3);
    expect(toAcknowledge({ ...feed, acked: 3 })).toBeUndefined();
  });

  test('takes as looked at what the host does not name any more', () => {
    const feed = read([wake(2)], read([wake(1), wake(2)]));
    expect(lines(feed)).toEqual(['2!', '-']);
  });

  test('is not misled by another host that counts from 1 again', () => {
    const old = { ...markRead(read([wake(7), wake(8)])), acked: 8 };
    const fresh = read([wake(1, { command_id: 'other' })], old);
    expect(unreadCount(fresh)).toBe(1);
    expect(toAcknowledge(fresh)).toBeUndefined();
    expect(toAcknowledge(markRead(fresh))).toBe(1);
  });

  test('keeps so many and no more', () => {
    const feed = read(Array.from({ length: 300 }, (_, n) => wake(n + 1)));
    expect(feed.items).toHaveLength(200);
    expect(feed.items[0]?.n).toBe(300);
  });
});
