/** Notices as each kind of recipient takes them: an ntfy topic, a webhook, the push service of a browser. */

import { type News, noticeText } from './news.ts';
import type { VapidKeys } from './notify-file.ts';
import type { Letter } from './post.ts';
import { loginIn, type PushSubscription, type Target } from './push-target.ts';
import { encrypted, signature } from './web-push.ts';

/** `news` is empty in a test. */
export type Notice = { readonly text: string; readonly news: readonly News[]; readonly machine: string };

export function noticeOf(news: readonly News[], withText: boolean, machine: string): Notice {
  const told = withText ? news : news.map(({ msg: _, ...rest }) => rest);
  return { text: noticeText(told, withText), news: told, machine };
}

/** The letter to an address. Name and password in it go into a header. */
export function letterTo({ kind, url: address }: Target, notice: Notice): Letter {
  const url = new URL(address);
  const login = loginIn(url);
  const headers: Record<string, string> =
    login === undefined ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  url.username = '';
  url.password = '';
  return kind === 'ntfy'
    ? {
        url,
        headers: {
          ...headers,
          Title: ascii(`cotty on ${notice.machine}`),
          'Content-Type': 'text/plain; charset=utf-8',
        },
        body: notice.text,
      }
    : {
        url,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: notice.text, host: notice.machine, terminals: notice.news }),
      };
}

/** Headers have no other characters. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

/** Contact that push services want to be told (RFC 8292): there is nobody who runs all hosts. */
const SUBJECT = 'mailto:cotty@example.com';
/** For how long (s) a push service keeps a notice for a browser that is away. */
const TTL_SECONDS = 60 * 60;

/** What the service worker of the page reads (`web/assets/worker.js`). */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  /** A later notice with the same tag replaces this one. */
  readonly tag: string;
  /** The terminal that a click shows; without one it shows the queue. */
  readonly uri?: string;
};

export function pushMessage({ text, news, machine }: Notice): PushMessage {
  const [first, ...more] = news;
  // The page has no terminals of other machines.
  const uri = more.length === 0 && first?.machine === undefined ? first?.uri : undefined;
  return {
    title: `cotty on ${machine}`,
    body: text,
    tag: uri ?? 'waiting',
    ...(uri === undefined ? {} : { uri }),
  };
}

/** The letter to a browser, which its push service cannot read. Throws if the subscription's keys are not usable. */
export function pushLetter(
  { endpoint, keys }: PushSubscription,
  vapid: VapidKeys,
  message: PushMessage,
  now: number,
): Letter {
  const url = new URL(endpoint);
  return {
    url,
    headers: {
      Authorization: signature(vapid, url.origin, SUBJECT, now),
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      TTL: String(TTL_SECONDS),
      Urgency: 'high',
    },
    body: encrypted(keys, JSON.stringify(message)),
  };
}
