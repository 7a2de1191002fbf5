/** What is shown while there is no terminal. */

import { usePage } from './parts/context.ts';
import { MenuButton } from './parts/MenuButton.tsx';

export function Welcome() {
  const page = usePage();
  return (
    <div class="welcome">
      <div class="pane-head">
        <MenuButton />
      </div>
      <div class="welcome-text">
        <h1>No terminal is open</h1>
        {page.mayType ? (
          <button type="button" class="button primary" onClick={() => openNew(page)}>
            New terminal
          </button>
        ) : (
          <p>As soon as somebody opens one, it is shown here.</p>
        )}
      </div>
    </div>
  );
}

function openNew(page: ReturnType<typeof usePage>): void {
  page.dialog.value = { kind: 'new' };
}
