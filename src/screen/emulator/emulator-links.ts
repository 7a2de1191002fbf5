/**
 * Hyperlinks (OSC 8) of an emulator: maps link numbers to addresses.
 *
 * xterm's own link service puts a marker on every linked line and searches all of them for each character printed inside
 * a link, so bulk output inside an unclosed link would stall. Here a cell only holds a number.
 */
import { linkTo } from '../cells/link-table.ts';
import { imageLink } from '../image/draw-image.ts';

/** Limit: the 4,096 newest addresses; cells of older links become plain text. */
const LINKS_LIMIT = 4096;
/** Limit: characters of an address; browsers have similar limits. A longer address makes no link. */
const ADDRESS_LIMIT = 2083;

export class Links {
  #next = 1;
  #addresses = new Map<number, string>();
  #numbers = new Map<string, number>();

  /** Returns the link number for an OSC 8 payload (`params;address`); 0 ends the link. */
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

  /** Returns the link of cells with this number, as styles have it; 0 for none, and for one that is not shown. */
  styleLink(number: number): number {
    const image = imageLink(number);
    if (image !== 0) return image;
    const address = number === 0 ? undefined : this.#addresses.get(number);
    return address === undefined ? 0 : linkTo(address);
  }

  #forgetOldest(): void {
    for (const [number, address] of this.#addresses) {
      this.#addresses.delete(number);
      this.#numbers.delete(address);
      return;
    }
  }
}
