/** Keeps the push subscription of this browser as the settings say, at the host of this page. */

import { effect } from '@preact/signals';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { subscribe, unsubscribe } from '../connect/push.ts';
import type { Door } from '../connect/sign-in.ts';
import type { Settings } from './settings.ts';

/**
 * Subscribes now, if the settings say so, because the session may be another one than at the last time; and whenever they change.
 * The returned function ends that.
 */
export function followPush(
  door: Pick<Door, 'pushKey' | 'subscribe'>,
  { push, pushText, pushDone }: Settings,
  onFailure: (why: string) => void,
): () => void {
  let wasOn = false;
  let doing: Promise<void> = Promise.resolve();
  return effect(() => {
    const isOn = push.value;
    const wishes = { withText: pushText.value, withDone: pushDone.value };
    if (!isOn && !wasOn) return;
    wasOn = isOn;
    doing = doing
      .then(() => (isOn ? subscribe(door, wishes) : unsubscribe(door)))
      .catch((error: unknown) => {
        push.value = false;
        onFailure(reasonOf(error));
      });
  });
}
