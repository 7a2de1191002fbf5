/** Arrows in a list whose rows can have the focus. */

const STEPS: { readonly [key: string]: (at: number, last: number) => number } = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves the focus between elements with `data-row`; from the first one up goes to the field of the page. */
export function moveInList(event: KeyboardEvent): void {
  const list = event.currentTarget;
  const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : undefined;
  if (step === undefined || !(list instanceof HTMLElement) || event.ctrlKey || event.altKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  if (at === -1) return;
  const next = step(at, rows.length - 1);
  const target = next === -1 ? list.closest('section')?.querySelector('input') : rows[next];
  target?.focus();
  event.preventDefault();
}
