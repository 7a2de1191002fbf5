/** The answer of another version of cotty to the trial before a handoff. */

export type Trial = {
  readonly version: string;
  /** URIs of the terminals that it can restore. */
  readonly taken: readonly string[];
  /** Why it cannot restore the others, in one line; empty if it can restore all. */
  readonly why: string;
};

/** Returns undefined if the text is not such an answer. */
export function parseTrial(text: string): Trial | undefined {
  try {
    const { version, taken, why }: Partial<Trial> = JSON.parse(text);
    if (typeof version !== 'string' || typeof why !== 'string' || !Array.isArray(taken)) return undefined;
    return { version, why, taken: taken.filter((uri) => typeof uri === 'string') };
  } catch {
    return undefined;
  }
}
