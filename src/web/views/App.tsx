/** The whole page: the list at the side, the terminal in front, and what lies over them. */

import { useSignalEffect } from '@preact/signals';
import type { Page } from '../model/page.ts';
import { Dialogs } from './dialogs/Dialogs.tsx';
import { Main } from './Main.tsx';
import { PageMessages } from './PageMessages.tsx';
import { PageContext } from './parts/context.ts';
import { listenForPageKeys } from './parts/page-keys.ts';
import { useDrawer } from './phone/use-drawer.ts';
import { useSeenHeight } from './phone/use-seen-height.ts';
import { Side } from './side/Side.tsx';
import { useTell } from './use-tell.ts';

export function App({ page }: { readonly page: Page }) {
  useTell(page);
  useSeenHeight();
  useDrawer(page);
  useSignalEffect(() => listenForPageKeys(page));
  return (
    <PageContext.Provider value={page}>
      <div class="app" data-drawer={page.drawer.value ? 'open' : 'shut'}>
        <Side />
        <button
          type="button"
          class="drawer-shade"
          aria-label="Close the list of terminals"
          onClick={() => {
            page.drawer.value = false;
          }}
        />
        <Main />
        <Dialogs />
        <PageMessages />
      </div>
    </PageContext.Provider>
  );
}
