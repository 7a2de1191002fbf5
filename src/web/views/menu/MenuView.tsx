/** An open menu: beside what it is for, or as a sheet at the lower edge where there is little room. */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Anchor, MenuItem, OpenMenu } from '../../model/menu.ts';
import { usePage } from '../parts/context.ts';
import { indexAfter } from './menu-keys.ts';

/** The menu that is open, if one is. */
export function MenuPlace() {
  const { menu } = usePage();
  return menu.value === undefined ? null : <MenuView menu={menu.value} />;
}

function MenuView({ menu }: { readonly menu: OpenMenu }) {
  const page = usePage();
  const element = useRef<HTMLDialogElement>(null);
  const before = useRef<Element | null>(null);
  const shut = () => {
    page.menu.value = undefined;
  };
  useLayoutEffect(() => {
    const { current: dialog } = element;
    if (dialog === null) return;
    before.current = document.activeElement;
    dialog.showModal();
    place(dialog, menu.anchor);
    itemsIn(dialog)[0]?.focus();
  }, [menu]);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  // The finger that has opened the menu may be lifted over an entry, which it does not mean.
  const isPressed = useRef(false);
  const run = (item: MenuItem, isByKey: boolean) => {
    if (!isByKey && !isPressed.current) return;
    shut();
    // Close the menu first: the entry may move the focus or open a dialog.
    requestAnimationFrame(item.run);
  };
  return (
    <dialog
      ref={element}
      class="menu"
      aria-label={`Menu: ${menu.title}`}
      onClose={shut}
      onPointerDown={(event) => {
        isPressed.current = true;
        if (event.target === event.currentTarget) shut();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        if (isPressed.current && event.target === event.currentTarget) shut();
      }}
      onKeyDown={(event) => {
        // The views below the menu must not get its keys.
        event.stopPropagation();
        if (moved(event, element.current)) event.preventDefault();
        else if (event.key === 'Tab') {
          event.preventDefault();
          shut();
        }
      }}
    >
      <p class="menu-title">{menu.title}</p>
      <div role="menu" aria-label={menu.title}>
        {menu.groups.map((items, index) => (
          <MenuGroup key={items[0]?.id} items={items} isFirst={index === 0} run={run} />
        ))}
      </div>
    </dialog>
  );
}

type GroupProps = {
  readonly items: readonly MenuItem[];
  readonly isFirst: boolean;
  readonly run: (item: MenuItem, isByKey: boolean) => void;
};

function MenuGroup({ items, isFirst, run }: GroupProps) {
  return (
    <>
      {!isFirst && <hr />}
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={item.harms ? 'menu-item harms' : 'menu-item'}
          onPointerMove={(event) => {
            if (event.pointerType === 'mouse') event.currentTarget.focus();
          }}
          onClick={({ detail }) => run(item, detail === 0)}
        >
          {item.title}
        </button>
      ))}
    </>
  );
}

function itemsIn(dialog: HTMLElement): readonly HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** Moves the focus by a key, and says whether the key does that: arrows, Home, End, the first letter of an entry. */
function moved({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, dialog: HTMLElement | null): boolean {
  const items = dialog === null ? [] : itemsIn(dialog);
  if (ctrlKey || altKey || metaKey || items.length === 0) return false;
  const titles = items.map(({ textContent }) => textContent ?? '');
  const from = items.findIndex((item) => item.matches(':focus'));
  const at = indexAfter(key, from, titles);
  if (at === undefined) return false;
  items[at]?.focus();
  return true;
}

/** Pixels between a menu and the edges of the window. */
const MARGIN = 8;

/** Puts a menu below its anchor, or above it where there is more room; a style sheet makes it a sheet on phones. */
function place(dialog: HTMLElement, { left, right, top, bottom }: Anchor): void {
  const { width, height } = dialog.getBoundingClientRect();
  const [mostLeft, mostTop] = [innerWidth - width - MARGIN, innerHeight - height - MARGIN];
  const x = left <= mostLeft ? left : Math.min(mostLeft, right - width);
  const y = bottom <= mostTop ? bottom : top - height >= MARGIN ? top - height : mostTop;
  dialog.style.setProperty('--menu-left', `${Math.max(MARGIN, x)}px`);
  dialog.style.setProperty('--menu-top', `${Math.max(MARGIN, y)}px`);
}
