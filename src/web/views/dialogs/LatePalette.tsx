/** The palette, whose search and records of tmux are loaded when it is first opened. */

import { useCallback } from 'preact/hooks';
import { usePage } from '../parts/context.ts';
import { useLate } from '../parts/use-late.ts';

const load = async () => (await import('./PaletteDialog.tsx')).PaletteDialog;

export function LatePalette({ text }: { readonly text: string | undefined }) {
  const page = usePage();
  const onFailure = useCallback(
    (error: unknown) => {
      page.dialog.value = undefined;
      page.messages.bad(error);
    },
    [page],
  );
  const Palette = useLate(load, onFailure);
  return Palette === undefined ? null : <Palette text={text} />;
}
