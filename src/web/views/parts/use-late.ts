/** A part of the page that is loaded when it is first shown. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** Undefined until it is loaded; `load` and `onFailure` must stay the same. */
export function useLate<P>(
  load: () => Promise<ComponentType<P>>,
  onFailure: (error: unknown) => void,
): ComponentType<P> | undefined {
  const loaded = useSignal<{ readonly Part: ComponentType<P> } | undefined>(undefined);
  useEffect(() => {
    load().then((Part) => {
      loaded.value = { Part };
    }, onFailure);
  }, [load, onFailure, loaded]);
  return loaded.value?.Part;
}
