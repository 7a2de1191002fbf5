/** The palette, whose search and records of tmux are loaded when it is first opened. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePage } from '../parts/context.ts';

type Palette = ComponentType<{ readonly text?: string | undefined }>;

export function LatePalette({ text }: { readonly text: string | undefined }) {
  const page = usePage();
  const loaded = useSignal<{ readonly Palette: Palette } | undefined>(undefined);
  useEffect(() => {
    import('./PaletteDialog.tsx').then(
      ({ PaletteDialog }) => {
        loaded.value = { Palette: PaletteDialog };
      },
      (error: unknown) => {
        page.dialog.value = undefined;
        page.messages.bad(error);
      },
    );
  }, [page, loaded]);
  if (loaded.value === undefined) return null;
  const { Palette } = loaded.value;
  return <Palette text={text} />;
}
