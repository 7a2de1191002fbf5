/** As much of a browser as the model of the page needs: an address, what is in sight, and no screen. */

import { vi } from 'vitest';

export class Browser {
  hash = '';
  isVisible = true;
  hasFocus = true;
  readonly #window = new EventTarget();
  readonly #document = new EventTarget();

  /** Takes the place of the globals of a browser, until `vi.unstubAllGlobals`. */
  constructor() {
    const to = (_state: unknown, _title: string, address: string) => {
      this.hash = address;
    };
    const element = { style: {}, append() {}, remove() {} };
    const listen = (target: EventTarget) => target.addEventListener.bind(target);
    vi.stubGlobal('addEventListener', listen(this.#window));
    vi.stubGlobal('getComputedStyle', () => ({ color: 'rgb(1, 2, 3)' }));
    vi.stubGlobal('history', { pushState: to, replaceState: to });
    vi.stubGlobal('location', {
      hash: '',
      hostname: 'host',
      origin: 'http://host',
    });
    Object.defineProperty(location, 'hash', { get: () => this.hash });
    vi.stubGlobal('document', {
      documentElement: element,
      createElement: () => ({ ...element, style: {} }),
      addEventListener: listen(this.#document),
      hasFocus: () => this.hasFocus,
    });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (this.isVisible ? 'visible' : 'hidden'),
    });
  }

  /** Goes to another fragment of the address, as a link or the way back does. */
  goTo(hash: string): void {
    this.hash = hash;
    this.#window.dispatchEvent(new Event('hashchange'));
  }

  /** Shows or hides the page, which has the focus only while it is shown. */
  show(isVisible: boolean, hasFocus: boolean): void {
    this.isVisible = isVisible;
    this.hasFocus = isVisible && hasFocus;
    this.#document.dispatchEvent(new Event('visibilitychange'));
    this.#window.dispatchEvent(new Event(this.hasFocus ? 'focus' : 'blur'));
  }
}
