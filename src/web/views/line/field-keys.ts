/** Keys of the key row in RUN's line: the line gets them as if a keyboard had sent them. */

import { controlled } from '../../model/key-row.ts';

/** Presses a key in the field. Returns false when the field makes nothing of it. */
export function pressInField(field: HTMLTextAreaElement, key: string, ctrl: boolean): boolean {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: ctrl, bubbles: true, cancelable: true });
  // The line and the page take it, or leave it to the browser, which does nothing for a key that no keyboard has sent.
  if (!field.dispatchEvent(event)) return true;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return moveCaret(field, key === 'ArrowLeft' ? -1 : 1);
  if (key.length !== 1 || ctrl) return false;
  field.setRangeText(key, field.selectionStart, field.selectionEnd, 'end');
  return field.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }));
}

function moveCaret(field: HTMLTextAreaElement, by: number): boolean {
  const at = Math.min(field.value.length, Math.max(0, field.selectionStart + by));
  field.setSelectionRange(at, at);
  return true;
}

/**
 * Listens for the character after Ctrl of the key row, until the returned function is called. Soft keyboards tell no keys, only
 * what they insert, and some of them insert it whatever they are told: the field is put back then.
 */
export function listenForCtrl(
  isHeld: () => boolean,
  onCtrl: (field: HTMLTextAreaElement, character: string) => void,
): () => void {
  let before: string | undefined;
  let wanted = '';
  const onBefore = (event: InputEvent) => {
    const { target, data } = event;
    if (!isHeld() || !isLine(target) || data === null || controlled(data) === data) return;
    if (event.cancelable) {
      event.preventDefault();
      onCtrl(target, data);
    } else [before, wanted] = [target.value, data];
  };
  const onInput = (event: Event) => {
    const { target } = event;
    if (before === undefined || !isLine(target)) return;
    target.value = before;
    before = undefined;
    event.stopPropagation();
    onCtrl(target, wanted);
  };
  addEventListener('beforeinput', onBefore, { capture: true });
  addEventListener('input', onInput, { capture: true });
  return () => {
    removeEventListener('beforeinput', onBefore, { capture: true });
    removeEventListener('input', onInput, { capture: true });
  };
}

function isLine(target: EventTarget | null): target is HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement && target.closest('.run-line') !== null;
}
