/** What a dialog is about, and how long it stays: what is typed for one terminal must reach no other. */

/**
 * `input`: what it sends is typed into the terminal, so it ends with the terminal's program as well; `front`: while the terminal is
 * in front; `open`: while it is in the list; `record`: for ever, as its record does; `window`: it is about no terminal.
 */
export type Subject = 'input' | 'front' | 'open' | 'record' | 'window';

/** `holder`: who is asked about, in a dialog that takes the terminal over. */
export type About = {
  readonly subject: Subject;
  readonly uris: readonly string[];
  readonly holder?: { readonly id: string; readonly name: string };
};

export type Terminals = {
  /** The terminal that comes to the front. */
  readonly front: string | undefined;
  /** Returns a terminal of the list with the id of its holder, if that is somebody else; undefined if it is not listed. */
  readonly at: (
    uri: string,
  ) => { readonly hasExited: boolean; readonly holder: string | undefined } | undefined;
};

export type Lost = { readonly uri: string; readonly what: string };

/** Returns what has happened to a terminal that a dialog is about; undefined while all is as it was. */
export function whatIsLost(about: About, terminals: Terminals): Lost | undefined {
  if (about.subject === 'record' || about.subject === 'window') return undefined;
  for (const uri of about.uris) {
    const what = whyLost(uri, about, terminals);
    if (what !== undefined) return { uri, what };
  }
  return undefined;
}

function whyLost(uri: string, { subject, holder }: About, { front, at }: Terminals): string | undefined {
  // A dialog may have been opened before there was a terminal.
  if (uri === '') return undefined;
  const now = at(uri);
  if (now === undefined) return 'is closed';
  if (subject !== 'open' && front !== uri) return 'is no longer in front';
  if ((subject === 'input' || holder !== undefined) && now.hasExited) return 'has exited';
  return holder === undefined || now.holder === holder.id
    ? undefined
    : `is not held by ${holder.name} any more`;
}
