/** Parses the control data of a kitty graphics command, `a=T,f=100,i=1`. */

/** Limit in characters; the protocol has some thirty keys of at most ten digits. */
const CONTROL_LIMIT = 512;
export type KittyControl = {
  /** The value of a key that is a letter; '' when it is missing. */
  letter(key: string): string;
  /** The value of a numeric key; 0 if it is missing or not a number. */
  number(key: string): number;
  has(key: string): boolean;
};

export function kittyControl(text: string): KittyControl {
  const given = new Map<string, string>();
  for (const pair of text.slice(0, CONTROL_LIMIT).split(',')) {
    if (pair[1] === '=') given.set(pair[0] ?? '', pair.slice(2));
  }
  return {
    letter: (key) => given.get(key)?.slice(0, 1) ?? '',
    number: (key) => {
      const value = Number(given.get(key) ?? '0');
      return Number.isSafeInteger(value) && Math.abs(value) <= 0xffffffff ? value : 0;
    },
    has: (key) => given.has(key),
  };
}
