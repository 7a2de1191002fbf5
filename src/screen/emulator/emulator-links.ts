/**
 * Hyperlinks (OSC 8) of an emulator — number to address.
 *
 * xterm's own bookkeeping puts a marker on every linked line and looks through all of them for each character printed
 * inside a link, so a link that is never closed brings a flood to a standstill. Here a cell holds a number, no more.
 */

/** Limit: the 4,096 newest addresses; cells of older ones are plain text again. */
const LINKS_LIMIT = 4096;
/** Longer addresses are not taken as links; browsers' own limits are near this. */
const ADDRESS_LIMIT = 2083;

export class Links {
  #next = 1;
  #addresses = new Map<number, string>();
  #numbers = new Map<string, number>();

  /** The number for the payload of an OSC 8 (`params;address`); 0 ends the link. */
  open(payload: string): number {
    const address = payload.slice(payload.indexOf(';') + 1);
    if (address === '' || address.length > ADDRESS_LIMIT || !payload.includes(';')) return 0;
    const known = this.#numbers.get(address);
    if (known !== undefined) return known;
    const number = this.#next++;
    this.#addresses.set(number, address);
    this.#numbers.set(address, number);
    if (this.#addresses.size > LINKS_LIMIT) this.#forgetOldest();
    return number;
  }

  address(number: number): string | undefined {
    return this.#addresses.get(number);
  }

  #forgetOldest(): void {
    for (const [number, address] of this.#addresses) {
      this.#addresses.delete(number);
      this.#numbers.delete(address);
      return;
    }
  }
}
