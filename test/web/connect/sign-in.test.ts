import { describe, expect, it } from 'vitest';
import { Door, DoorError, SignedOutError, secretIn, takeLink } from '../../../src/web/connect/sign-in.ts';

function doorWith(answers: readonly { readonly status?: number; readonly body: unknown }[]) {
  const kept = new Map<string, string>();
  const asked: { path: string; init: RequestInit }[] = [];
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const door = new Door(store, async (path, init) => {
    const { status = 200, body } = answers[asked.length] ?? { status: 500, body: {} };
    asked.push({ path, init });
    return Response.json(body, { status });
  });
  return { door, asked, kept };
}

describe('the door of the page', () => {
  it('sends the secret in a body, and the key in a header, never in an address', async () => {
    const { door, asked } = doorWith([{ body: { key: 'k1' } }, { body: { ticket: 't1' } }]);
    await door.signIn('secret');
    expect(await door.ticket()).toBe('t1');
    expect(asked.map(({ path }) => path)).toEqual(['/web/sign-in', '/web/ticket']);
    expect(asked[0]?.init).toMatchObject({ method: 'POST', body: '{"link":"secret"}' });
    expect(asked[1]?.init.headers).toMatchObject({ 'X-Cotty-Key': 'k1' });
  });

  it('tells being signed out from other refusals, in the words of the host', async () => {
    const { door } = doorWith([
      { status: 401, body: { error: 'the link was used already' } },
      { status: 403, body: { error: 'foreign origin' } },
      { status: 502, body: 'not an object' },
    ]);
    await expect(door.signIn('x')).rejects.toEqual(new SignedOutError('the link was used already', 'link'));
    await expect(door.session()).rejects.toEqual(new DoorError('foreign origin'));
    await expect(door.ticket()).rejects.toEqual(new DoorError('the host answered 502'));
  });

  it('waits for no answer for longer than it has to', async () => {
    const store = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    const silent = (_path: string, { signal }: RequestInit) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    await expect(new Door(store, silent, 5).ticket()).rejects.toThrow('timeout');
  });

  it('forgets the key at the end', async () => {
    const { door, kept } = doorWith([{ body: { key: 'k1' } }, { body: {} }]);
    await door.signIn('secret');
    await door.signOut();
    expect(kept.size).toBe(0);
  });
});

describe('a link', () => {
  it('is taken out of the address before anything else', () => {
    const shown: string[] = [];
    const past = {
      replaceState: (_data: unknown, _unused: string, url?: string | URL | null) =>
        void shown.push(String(url)),
    };
    expect(takeLink({ hash: '#t=abc', pathname: '/', search: '' }, past)).toBe('abc');
    expect(takeLink({ hash: '#/term/a', pathname: '/', search: '' }, past)).toBeUndefined();
    expect(shown).toEqual(['/']);
  });

  it('may be pasted whole', () => {
    expect(secretIn(' http://127.0.0.1:7070/#t=abc \n')).toBe('abc');
    expect(secretIn('abc')).toBeUndefined();
  });
});
