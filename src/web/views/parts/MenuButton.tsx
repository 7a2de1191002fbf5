/** Opens the list of terminals where there is no room to show it always, or where it is folded. */

import { usePage } from './context.ts';
import { Icon } from './Icon.tsx';

/** Where the style sheets make the list a drawer. */
const NARROW = '(max-width: 700px)';

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
        if (matchMedia(NARROW).matches) page.drawer.value = !page.drawer.value;
        else page.settings.isSideFolded.value = false;
      }}
    >
      <Icon name="menu" />
      {needs > 0 && <span class="dot" />}
    </button>
  );
}
