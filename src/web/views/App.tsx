/** The whole page: the list at the side, the terminal in front, and what lies over them. */

import { useSignalEffect } from '@preact/signals';
import type { Page } from '../model/page.ts';
import { Dialogs } from './dialogs/Dialogs.tsx';
import { PageMessages } from './PageMessages.tsx';
import { FrontContext, PageContext } from './parts/context.ts';
import { listenForPageKeys } from './parts/page-keys.ts';
import { Side } from './side/Side.tsx';
import { TerminalPane } from './TerminalPane.tsx';
import { useTell } from './use-tell.ts';
import { Welcome } from './Welcome.tsx';

export function App({ page }: { readonly page: Page }) {
  const front = page.front.value;
  useTell(page);
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
        <main class="main">
          {front === undefined ? (
            <Welcome />
          ) : (
            <FrontContext.Provider value={front}>
              <TerminalPane key={front.uri} />
            </FrontContext.Provider>
          )}
        </main>
        <Dialogs />
        <PageMessages />
      </div>
    </PageContext.Provider>
  );
}
