/** What is added to a finished command afterwards: a note by a person or an agent, and a bookmark. */

/** Limit of a note in UTF-16 units. */
export const MAX_NOTE = 4096;

export type Note = {
  /** One line. In a change an empty text removes the note. */
  readonly text: string;
  /** `user:NAME` or `agent:HANDLE`; absent for a client that has not said who it is. */
  readonly by?: string;
  /** Unix milliseconds. */
  readonly at: number;
};

/** As a change, what is absent stays as it is, and `bookmarked: false` removes the bookmark. */
export type Annotation = { readonly note?: Note; readonly bookmarked?: boolean };

/** Applies a change. What it removes is absent from the result. */
export function annotated<T extends Annotation>(
  target: T,
  change: Annotation,
): Omit<T, 'note' | 'bookmarked'> & Annotation {
  const { note: noteBefore, bookmarked: wasBookmarked, ...rest } = target;
  const { note = noteBefore, bookmarked = wasBookmarked } = change;
  return {
    ...rest,
    ...(note === undefined || note.text === '' ? {} : { note }),
    ...(bookmarked === true ? { bookmarked } : {}),
  };
}

/** Returns the fields of an annotation that something has. */
export function annotationOf({ note, bookmarked }: Annotation): Annotation {
  return { ...(note === undefined ? {} : { note }), ...(bookmarked === undefined ? {} : { bookmarked }) };
}

/** Reads an annotation of unknown origin; what is unusable is left out, and a text that is too long is cut. */
export function readAnnotation(raw: { readonly [key: string]: unknown }): Annotation {
  const { note, bookmarked } = raw;
  const read = readNote(note);
  return {
    ...(read === undefined ? {} : { note: read }),
    ...(typeof bookmarked === 'boolean' ? { bookmarked } : {}),
  };
}

function readNote(raw: unknown): Note | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { text, by, at }: { readonly [key: string]: unknown } = { ...raw };
  if (typeof text !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) return undefined;
  return { text: text.slice(0, MAX_NOTE), ...(typeof by === 'string' ? { by } : {}), at };
}
