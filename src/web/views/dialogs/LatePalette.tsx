/** The palette, whose search and records of tmux are loaded when it is first opened. */

import { useLateDialog } from '../parts/use-late.ts';

const load = async () => (await import('./PaletteDialog.tsx')).PaletteDialog;

export function LatePalette({ text }: { readonly text: string | undefined }) {
  const Palette = useLateDialog(load);
  return Palette === undefined ? null : <Palette text={text} />;
}
