/** The pages that lie over the terminal, which are loaded when the first of them is opened, or a moment after the start. */

import { useCallback } from 'preact/hooks';
import type { Place } from '../../model/place.ts';
import { usePage } from '../parts/context.ts';
import { useLate } from '../parts/use-late.ts';

const load = async () => (await import('./OverPage.tsx')).OverPage;

export function LatePage({ place }: { readonly place: Place }) {
  const page = usePage();
  const onFailure = useCallback(
    (error: unknown) => {
      page.go({ kind: 'start' });
      page.messages.bad(error);
    },
    [page],
  );
  const OverPage = useLate(load, onFailure);
  return OverPage === undefined ? null : <OverPage place={place} />;
}
