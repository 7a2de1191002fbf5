/**
 * What the hosts of a fleet are called. A host is known by the id in its subjects, and chooses its name itself: so a name stands
 * alone only where exactly one host says that it has it. Otherwise the id stands behind it, `box~0123456789abcdef`.
 */

import type { HostName } from '../../fleet/event.ts';
import { isHostId } from '../../fleet/subjects.ts';
import { printable } from '../common/plain-text.ts';

/** Names that look like others by signs of another script, or by blanks, have their id behind them, too. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/;
/** Characters that are shown of another name. */
const MOST_SHOWN = 64;

export type NamedHost =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly error: string };

export class HostNames {
  /** By id. */
  readonly #names = new Map<string, string>();

  /** Must be called with what each host says of itself. */
  add({ id, name }: HostName): void {
    this.#names.set(id, name);
  }

  /** How a host is shown: by the name that it says now, or else by the one that it said when it published this. */
  of({ id, name: said }: HostName): string {
    const known = this.#names.get(id);
    const name = known ?? said;
    if (known !== undefined && PLAIN.test(known) && this.#called(known).length === 1) return known;
    return `${printable(name).slice(0, MOST_SHOWN)}~${id}`;
  }

  /** Finds the host that somebody has named as it is shown, or by its id. */
  find(named: string): NamedHost {
    const id = named.slice(named.lastIndexOf('~') + 1);
    if (isHostId(id)) return { ok: true, id };
    const called = this.#called(named);
    const [only, ...more] = called;
    if (only === undefined) return { ok: false, error: `no host of the fleet is called "${named}"` };
    if (more.length === 0) return { ok: true, id: only };
    const all = called.map((each) => `${named}~${each}`).join(', ');
    return { ok: false, error: `more than one host is called "${named}": name one of ${all}` };
  }

  /** The ids of the hosts with a name. Case does not count in names of hosts. */
  #called(wanted: string): readonly string[] {
    const name = wanted.toLowerCase();
    return [...this.#names].flatMap(([id, each]) => (each.toLowerCase() === name ? [id] : []));
  }
}
