/** The browser's notices. They go through a service worker, without which browsers of phones show none. */

export type PageNotice = {
  readonly title: string;
  readonly body: string;
  /** A later notice with the same tag replaces this one. */
  readonly tag: string;
  /** Where a click leads, as the fragment of an address. */
  readonly hash: string;
};

/** Asks for the permission, and resolves with whether it is given. Must be called in a click. */
export async function askToNotify(): Promise<boolean> {
  if (!('Notification' in window) || !('serviceWorker' in navigator)) return false;
  if ((await Notification.requestPermission()) !== 'granted') return false;
  // A browser runs no service worker for a certificate that it does not trust, even if the user has accepted it.
  return register().then(
    () => true,
    () => false,
  );
}

export function whyNoNotices(): string {
  return isSecureContext
    ? 'The browser does not let this page notify.'
    : 'Browsers let only pages of https notify: cotty web with a certificate.';
}

/** Shows a notice, unless the browser has not allowed it. */
export async function notify({ title, body, tag, hash }: PageNotice): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await register();
  await registration?.showNotification(title, { body, tag, icon: '/icon-192.png', data: { hash } });
}

/** Listens to clicks on notices, which are given the fragment of an address; the returned function ends it. */
export function onNoticeClick(go: (hash: string) => void): () => void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return () => {};
  const listening = new AbortController();
  const { signal } = listening;
  workers.addEventListener('message', ({ data }) => typeof data?.hash === 'string' && go(data.hash), {
    signal,
  });
  workers.startMessages();
  return () => listening.abort();
}

/** Resolves with the worker once it is active; undefined over plain http from another machine. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return undefined;
  await workers.register('/worker.js');
  return workers.ready;
}
