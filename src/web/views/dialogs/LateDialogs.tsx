/** The dialogs, which are loaded when the first of them is opened, or a moment after the start. */

import { usePage } from '../parts/context.ts';
import { useLateDialog } from '../parts/use-late.ts';

const load = async () => (await import('./Dialogs.tsx')).Dialogs;

export function LateDialogs() {
  const page = usePage();
  return page.dialog.value === undefined ? null : <Loaded />;
}

function Loaded() {
  const Dialogs = useLateDialog(load);
  return Dialogs === undefined ? null : <Dialogs />;
}
