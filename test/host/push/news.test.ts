import { describe, expect, it } from 'vitest';
import { letterTo, noticeOf } from '../../../src/host/push/letters.ts';
import { type News, newsOf, noticeText } from '../../../src/host/push/news.ts';
import { shownAddress, targetUrl, whyNoSubscription } from '../../../src/host/push/push-target.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { AUTHORITIES, type Authority } from '../../../src/protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';

const program = {
  state: 'blocked',
  kind: 'permission',
  id: '',
  app: 'codex',
  since: 7,
  by: 'report',
} as const;

function info(meta: TerminalMeta, title = 'api'): TerminalInfo {
  return {
    resource: `ahp-terminal:/${title}`,
    title,
    claim: { kind: 'client', clientId: 'a' },
    lifecycle: { status: 'running' },
    _meta: { 'x-cotty': meta },
  };
}

const asks: News = {
  uri: 'ahp-terminal:/api',
  name: 'api',
  state: 'blocked',
  app: 'codex',
  since: 7,
  kind: 'permission',
  msg: 'Run rm -r build?',
};

describe('news of a terminal', () => {
  it('are a program that waits, and an end that nobody has seen', () => {
    expect(newsOf(info({ program }))).toMatchObject({
      name: 'api',
      state: 'blocked',
      kind: 'permission',
      since: 7,
    });
    const done = { state: 'done', id: '', since: 7, by: 'report' } as const;
    expect(newsOf(info({ program: done }))).toMatchObject({ state: 'done' });
    expect(newsOf(info({ program: { ...done, seen: true } }))).toBeUndefined();
    expect(newsOf(info({ program: { ...done, state: 'working' } }))).toBeUndefined();
    expect(newsOf(info({}))).toBeUndefined();
  });

  it('have the question only where a hook has told it: the rest anybody can print', () => {
    const msgBy = (by: Authority) =>
      newsOf(info({ program: { ...program, msg: 'Type your password', by } }))?.msg;
    expect(AUTHORITIES.filter((by) => msgBy(by) !== undefined)).toEqual(['hook']);
  });

  it('have no address in place of the name of a program', () => {
    const appOf = (app: string, by: Authority) => newsOf(info({ program: { ...program, app, by } }))?.app;
    expect(appOf('ada-2', 'report')).toBe('ada-2');
    expect(appOf('evil.example', 'report')).toBeUndefined();
    expect(appOf('evil.example', 'hook')).toBe('evil.example');
  });
});

describe('the words of a notice', () => {
  it('say who waits and where, and the question only when that is switched on', () => {
    expect(noticeText([asks], false)).toBe('codex waits for you: permission in api');
    expect(noticeText([asks], true)).toBe('codex waits for you: permission in api\nRun rm -r build?');
    const { app: _app, kind: _kind, ...other } = asks;
    expect(noticeText([{ ...other, state: 'done' }], false)).toBe('a program is done in api');
  });

  it('are one notice for several, of which it names the first five', () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ ...asks, name: `t${at}` }));
    const lines = noticeText(many, false).split('\n');
    expect(lines).toHaveLength(7);
    expect([lines[0], lines[5], lines[6]]).toEqual([
      '7 wait for you',
      'codex waits for you: permission in t4',
      'and 2 more',
    ]);
    expect(noticeText([asks, { ...asks, state: 'error' }], false)).toContain('News of 2 terminals');
  });

  it('stay on their lines and short, whatever a program says', () => {
    const text = noticeText([{ ...asks, name: `a\u202eb\n${'n'.repeat(99)}`, msg: 'q'.repeat(5000) }], true);
    expect(text.split('\n')).toHaveLength(3);
    expect(text.length).toBeLessThan(500);
  });
});

describe('letters', () => {
  const target = { withText: false, withDone: false } as const;

  it('to a webhook have the terminals, without the question unless it is switched on', () => {
    const url = 'http://127.0.0.1:1/hook';
    const read = (withText: boolean) =>
      JSON.parse(
        String(letterTo({ ...target, kind: 'webhook', url }, noticeOf([asks], withText, 'box')).body),
      );
    const { msg: _, ...rest } = asks;
    expect(read(false)).toEqual({
      text: 'codex waits for you: permission in api',
      host: 'box',
      terminals: [rest],
    });
    expect(read(true).terminals).toEqual([asks]);
  });

  it('to ntfy are plain text, and a name and password in the address go into a header', () => {
    const letter = letterTo(
      { ...target, kind: 'ntfy', url: 'https://ann:p%40ss@ntfy.example/topic' },
      noticeOf([asks], false, 'böx'),
    );
    expect(letter.url.href).toBe('https://ntfy.example/topic');
    expect(letter.headers).toMatchObject({
      Authorization: `Basic ${btoa('ann:p@ss')}`,
      Title: 'cotty on b?x',
    });
    expect(letter.body).toBe('codex waits for you: permission in api');
  });
});

describe('addresses', () => {
  it('are http or https, and the log has neither topic nor password', () => {
    expect(targetUrl('https://ntfy.sh/x')).toMatchObject({ ok: true });
    expect(targetUrl('file:///etc/passwd')).toEqual({
      ok: false,
      error: 'notices go to http:// or https:// addresses, not to file:',
    });
    expect(targetUrl('ntfy.sh/x')).toEqual({ ok: false, error: '"ntfy.sh/x" is not a URL' });
    expect(targetUrl('https://ntfy.sh/x\n')).toMatchObject({ ok: false });
    expect(targetUrl('http://box:0/x')).toEqual({ ok: false, error: 'nothing listens at port 0 of box' });
    expect(shownAddress('https://ann:pw@ntfy.sh/topic')).toBe('https://ntfy.sh');
  });

  it('of a browser are https, with keys of the right sizes', () => {
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    const keys = { p256dh, auth: Buffer.alloc(16).toString('base64url') };
    expect(whyNoSubscription({ endpoint: 'https://push.example/1', keys })).toBeUndefined();
    expect(whyNoSubscription({ endpoint: 'http://push.example/1', keys })).toContain('https');
    expect(
      whyNoSubscription({ endpoint: 'https://push.example/1', keys: { ...keys, auth: 'AA' } }),
    ).toContain('auth');
    expect(
      whyNoSubscription({ endpoint: 'https://push.example/1', keys: { ...keys, p256dh: 'AA' } }),
    ).toContain('p256dh');
  });
});
