/** Notices that the host pushes to this browser, also while no page is open (Push API). */

import { askToNotify, whyNoNotices } from './notifier.ts';
import type { Door } from './sign-in.ts';

/** What is pushed beside who waits. */
export type PushWishes = { readonly withText: boolean; readonly withDone: boolean };

type PushDoor = Pick<Door, 'pushKey' | 'subscribe'>;

/** Subscribes this browser and tells the host; asks for the permission if need be. Rejects with the reason in one sentence. */
export async function subscribe(door: PushDoor, wishes: PushWishes): Promise<void> {
  if (!(await askToNotify())) throw new Error(whyNoNotices());
  const manager = await pushManager();
  if (manager === undefined)
    throw new Error('This browser cannot be pushed notices: it has no Push API here.');
  const key = await door.pushKey();
  const before = await manager.getSubscription();
  // A subscription is for the key of one host: another one could not use it.
  if (before !== null && keyOf(before) !== key) await before.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await door.subscribe(subscription.toJSON(), wishes);
}

/** Ends the subscription of this browser, at the host first. */
export async function unsubscribe(door: PushDoor): Promise<void> {
  await door.subscribe(undefined);
  const subscription = await (await pushManager())?.getSubscription();
  await subscription?.unsubscribe();
}

async function pushManager(): Promise<PushManager | undefined> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return undefined;
  await workers.register('/worker.js');
  const { pushManager }: { readonly pushManager?: PushManager } = await workers.ready;
  return pushManager;
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
}
