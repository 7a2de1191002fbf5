/** The sides of a pane at which another one can be put. */

export const SIDES = ['right', 'below', 'left', 'above'] as const;

export type Side = (typeof SIDES)[number];

/** A place beside another terminal, which is named by its URI. */
export type Beside = { readonly side: Side; readonly of: string };
