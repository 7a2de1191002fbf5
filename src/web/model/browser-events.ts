/** What the browser tells a page: another address, whether somebody looks at it, and that there is a network again. */

export type Told = {
  /** Called with the new fragment of the address. */
  readonly address: (hash: string) => void;
  readonly seen: (isSeen: boolean) => void;
  readonly online: () => void;
};

/** Listens until the returned function is called. */
export function listenToBrowser({ address, seen, online }: Told): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('hashchange', () => address(location.hash), { signal });
  addEventListener('online', () => online(), { signal });
  document.addEventListener('visibilitychange', () => seen(isSeenNow()), { signal });
  return () => listening.abort();
}

export function isSeenNow(): boolean {
  return document.visibilityState === 'visible';
}
