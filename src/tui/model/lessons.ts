/** What a new user has to know first. The window says it until the third command, and `cotty tour` until the end. */

export const LESSONS = ['run', 'look', 'split', 'leave', 'keys'] as const;

export type Lesson = (typeof LESSONS)[number];

export type Lessons = {
  /** What the user has done. */
  readonly learnt: readonly Lesson[];
  /** The lines stay, below the bar. */
  readonly isTour: boolean;
};

/** Commands after which nobody is new. */
export const COMMANDS_TO_LEARN = 3;

/** What the window prints when it ends; after a tour there is nothing to come back to. */
export function farewell({ lessons }: { readonly lessons?: Lessons | undefined }, words: string): string {
  return lessons?.isTour === true ? 'the tour has ended, and nothing of it is left' : words;
}
