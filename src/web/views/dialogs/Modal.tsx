/** A dialog of the browser itself: it keeps the focus inside, closes by Esc, and gives the focus back. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../parts/context.ts';

type Props = {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onSubmit?: () => void;
  readonly wide?: boolean;
};

export function Modal({ title, children, onSubmit, wide = false }: Props) {
  const page = usePage();
  const element = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      // An accepted dialog may move the focus elsewhere; a cancelled one gives it back. The line may have got it before this is
      // called, and keeps it from the rest of the panes.
      const active = document.activeElement;
      const isFree = active === null || active === document.body || dialog?.contains(active) === true;
      if (isDone.current || !(before instanceof HTMLElement)) return;
      if (isFree || before.closest('.panes') === null) before.focus();
    };
  }, []);
  const shut = () => {
    page.dialog.value = undefined;
  };
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onClose={shut}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) shut();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          isDone.current = onSubmit !== undefined;
          onSubmit?.();
        }}
      >
        <h2>{title}</h2>
        {children}
      </form>
    </dialog>
  );
}

export function ModalButtons({ children }: { readonly children?: ComponentChildren }) {
  const page = usePage();
  return (
    <div class="dialog-buttons">
      <button
        type="button"
        class="button"
        onClick={() => {
          page.dialog.value = undefined;
        }}
      >
        {children === undefined ? 'Close' : 'Cancel'}
      </button>
      {children}
    </div>
  );
}
