/** Opens the list of terminals where there is no room to show it always. */

import { usePage } from './context.ts';
import { Icon } from './Icon.tsx';

export function MenuButton() {
  const page = usePage();
  const needs = page.rows.value.filter(({ need }) => need !== undefined).length;
  return (
    <button
      type="button"
      class="icon-button menu-button"
      aria-label={needs === 0 ? 'Terminals' : `Terminals: ${needs} need you`}
      aria-expanded={page.drawer.value}
      onClick={() => {
        page.drawer.value = !page.drawer.value;
      }}
    >
      <Icon name="menu" />
      {needs > 0 && <span class="dot" />}
    </button>
  );
}
