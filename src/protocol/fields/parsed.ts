/** The result of validation: the typed value under its name, or an error of one line. */

export type Parsed<Name extends string, T> =
  | ({ readonly ok: true } & { readonly [N in Name]: T })
  | { readonly ok: false; readonly error: string };
