/** Answer of another version of cotty to the trial before a host hands its terminals over to it. */

export type Trial = {
  readonly version: string;
  /** URIs of the terminals that it can take over. */
  readonly taken: readonly string[];
  /** Why it cannot take over others, in one line; empty when it knows none. */
  readonly why: string;
};

/** Returns undefined for the answer of something else. */
export function parseTrial(text: string): Trial | undefined {
  try {
    const { version, taken, why }: Partial<Trial> = JSON.parse(text);
    if (typeof version !== 'string' || typeof why !== 'string' || !Array.isArray(taken)) return undefined;
    return { version, why, taken: taken.filter((uri) => typeof uri === 'string') };
  } catch {
    return undefined;
  }
}
