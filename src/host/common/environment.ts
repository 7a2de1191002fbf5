/** The environment variables of a process. */

export type Environment = { readonly [name: string]: string | undefined };
