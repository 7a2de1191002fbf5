/** Names of keys, independent of the terminal's encoding: modifiers in a fixed order, then the key. */

export type Modifiers = {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly super: boolean;
  readonly hyper: boolean;
  readonly meta: boolean;
};

export const noModifiers: Modifiers = {
  ctrl: false,
  alt: false,
  shift: false,
  super: false,
  hyper: false,
  meta: false,
};

const order = ['ctrl', 'alt', 'shift', 'super', 'hyper', 'meta'] as const;

/**
 * Returns the name of a key. Shift is part of a letter's case (`A`, `alt+A`), because legacy terminals send nothing
 * else; with ctrl it is written out (`ctrl+shift+k`), because the case is lost there.
 */
export function keyName(key: string, modifiers: Modifiers): string {
  const folded = foldShift(key, modifiers);
  const words = order.filter((word) => folded.modifiers[word]);
  return words.length === 0 ? folded.key : `${words.join('+')}+${folded.key}`;
}

/**
 * Decodes the modifier number of xterm and kitty: 1 + shift 1, alt 2, ctrl 4, super 8, hyper 16, meta 32 (lock bits
 * ignored).
 */
export function modifiersOf(parameter: number): Modifiers {
  const bits = Math.max(parameter - 1, 0);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0,
    ctrl: (bits & 4) !== 0,
    super: (bits & 8) !== 0,
    hyper: (bits & 16) !== 0,
    meta: (bits & 32) !== 0,
  };
}

/** Parses a name made by `keyName`. `ctrl++` is ctrl with the plus key. */
export function parseKeyName(name: string): { readonly key: string; readonly modifiers: Modifiers } {
  let rest = name;
  const modifiers = { ...noModifiers };
  for (;;) {
    const word = order.find(
      (candidate) => rest.startsWith(`${candidate}+`) && rest.length > candidate.length + 1,
    );
    if (word === undefined) return { key: rest, modifiers };
    modifiers[word] = true;
    rest = rest.slice(word.length + 1);
  }
}

function foldShift(
  key: string,
  modifiers: Modifiers,
): { readonly key: string; readonly modifiers: Modifiers } {
  const lower = key.toLowerCase();
  const upper = key.toUpperCase();
  const isLetter = lower !== upper && [...key].length === 1;
  if (!isLetter) return { key, modifiers };
  const shift = modifiers.shift || key !== lower;
  if (modifiers.ctrl) return { key: lower, modifiers: { ...modifiers, shift } };
  const folds = shift && [...upper].length === 1;
  return { key: folds ? upper : key, modifiers: { ...modifiers, shift: modifiers.shift && !folds } };
}
