/** The last value made, kept for as long as it would be made from the same things. */
export class Memo<T> {
  #made: { readonly from: readonly unknown[]; readonly value: T } | undefined;

  get(from: readonly unknown[], make: () => T): T {
    const made = this.#made;
    if (made !== undefined && from.every((each, at) => Object.is(each, made.from[at]))) return made.value;
    const value = make();
    this.#made = { from, value };
    return value;
  }
}
