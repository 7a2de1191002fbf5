/** Keys that move in a menu. */

/** Returns the entry to which a key leads from another one; undefined if it is no key of menus. */
export function indexAfter(key: string, from: number, titles: readonly string[]): number | undefined {
  const { length } = titles;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % length;
    case 'ArrowUp':
      return (Math.max(0, from) - 1 + length) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const next = titles.map((_, step) => (from + 1 + step) % length);
      return next.find((index) => titles[index]?.toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}
