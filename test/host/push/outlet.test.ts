import { describe, expect, it } from 'vitest';
import type { News } from '../../../src/host/push/news.ts';
import { Outlet } from '../../../src/host/push/outlet.ts';
import type { Posted } from '../../../src/host/push/post.ts';
import { HandClock } from '../../support/hand-clock.ts';

const OK: Posted = { ok: true, status: 200, says: 'answered 200' };

function outlet() {
  const clock = new HandClock();
  const there = new Map<string, News>();
  const sent: string[][] = [];
  const logged: string[] = [];
  let answer = OK;
  let thrown: Error | undefined;
  const made = new Outlet({
    clock,
    log: (message) => logged.push(message),
    now: (uri) => there.get(uri),
    to: 'https://ntfy.example',
    send: async (news) => {
      sent.push(news.map(({ uri }) => uri));
      if (thrown !== undefined) throw thrown;
      return answer;
    },
  });
  return {
    sent,
    logged,
    there,
    asks: (uri: string, since = clock.now()) => {
      const news: News = { uri, name: uri, state: 'blocked', since };
      there.set(uri, news);
      made.take(news);
    },
    answers: (posted: Posted) => {
      answer = posted;
    },
    throws: (error: Error | undefined) => {
      thrown = error;
    },
    failure: () => made.failure,
    /** Lets time pass, and what is sent be answered. */
    pass: async (ms: number) => {
      clock.pass(ms);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
    close: () => made.close(),
  };
}

describe('notices to one recipient', () => {
  it('are one for all that come within two seconds', async () => {
    const { asks, pass, sent } = outlet();
    asks('a');
    await pass(1_500);
    asks('b');
    expect(sent).toEqual([]);
    await pass(500);
    expect(sent).toEqual([['a', 'b']]);
    asks('c');
    await pass(2_000);
    expect(sent).toEqual([['a', 'b'], ['c']]);
  });

  it('are at most one a terminal in half a minute, and what comes meanwhile is told then', async () => {
    const { asks, pass, sent } = outlet();
    asks('a');
    await pass(2_000);
    asks('a');
    asks('a');
    await pass(29_000);
    expect(sent).toHaveLength(1);
    await pass(1_000);
    expect(sent).toEqual([['a'], ['a']]);
    await pass(120_000);
    expect(sent).toHaveLength(2);
  });

  it('are not about what was answered, or asked anew, or is looked at by then', async () => {
    const { asks, pass, there, sent } = outlet();
    asks('a');
    asks('b');
    there.delete('a');
    there.set('b', { uri: 'b', name: 'b', state: 'blocked', since: 1 });
    await pass(60_000);
    expect(sent).toEqual([]);
  });

  it('that do not arrive are logged once and tried again, later each time, while they are news', async () => {
    const { asks, pass, there, sent, logged, answers } = outlet();
    answers({ ok: false, status: 500, says: 'answered 500' });
    asks('a');
    await pass(2_000);
    expect(sent).toHaveLength(1);
    await pass(30_000);
    expect(sent).toHaveLength(2);
    await pass(59_000);
    expect(sent).toHaveLength(2);
    answers(OK);
    await pass(1_000);
    expect(sent).toHaveLength(3);
    expect(logged).toEqual([
      'a notice to https://ntfy.example did not arrive: answered 500',
      'notices to https://ntfy.example arrive again',
    ]);
    answers({ ok: false, says: 'ECONNREFUSED' });
    asks('b');
    await pass(2_000);
    there.clear();
    await pass(3_600_000);
    expect(sent).toHaveLength(4);
  });

  it('end with it', async () => {
    const { asks, pass, sent, close } = outlet();
    asks('a');
    close();
    asks('b');
    await pass(60_000);
    expect(sent).toEqual([]);
  });

  it('go on after an error that nobody has foreseen, which is told as the reason', async () => {
    const { asks, pass, sent, logged, throws, failure } = outlet();
    throws(new URIError('URI malformed'));
    asks('a');
    await pass(2_000);
    expect(failure()).toBe('URI malformed');
    expect(logged).toEqual(['a notice to https://ntfy.example did not arrive: URI malformed']);
    throws(undefined);
    await pass(30_000);
    expect(sent).toEqual([['a'], ['a']]);
    expect(failure()).toBeUndefined();
    asks('b');
    await pass(2_000);
    expect(sent).toEqual([['a'], ['a'], ['b']]);
  });
});
