/** A part of the page that is loaded when it is first shown. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useCallback, useEffect } from 'preact/hooks';
import { usePage } from './context.ts';

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

/** The same for a dialog, which is closed when it cannot be loaded. */
export function useLateDialog<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> | undefined {
  const page = usePage();
  const onFailure = useCallback(
    (error: unknown) => {
      page.dialog.value = undefined;
      page.messages.bad(error);
    },
    [page],
  );
  return useLate(load, onFailure);
}
