/** The dialogs, which are loaded when the first of them is opened, or a moment after the start. */

import { useCallback } from 'preact/hooks';
import { usePage } from '../parts/context.ts';
import { useLate } from '../parts/use-late.ts';

const load = async () => (await import('./Dialogs.tsx')).Dialogs;

export function LateDialogs() {
  const page = usePage();
  return page.dialog.value === undefined ? null : <Loaded />;
}

function Loaded() {
  const page = usePage();
  const onFailure = useCallback(
    (error: unknown) => {
      page.dialog.value = undefined;
      page.messages.bad(error);
    },
    [page],
  );
  const Dialogs = useLate(load, onFailure);
  return Dialogs === undefined ? null : <Dialogs />;
}
