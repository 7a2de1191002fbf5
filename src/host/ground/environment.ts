/** Environment variables, as a process has them. */

export type Environment = { readonly [name: string]: string | undefined };
