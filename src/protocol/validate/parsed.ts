/** What validation gives back: the typed value under its name, or one line of what is wrong. */

export type Parsed<Name extends string, T> =
  | ({ readonly ok: true } & { readonly [N in Name]: T })
  | { readonly ok: false; readonly error: string };
