/** A pattern from the command line. */

/** Or what is wrong with it. */
export function asRegExp(text: string | undefined, flags = ''): RegExp | string | undefined {
  try {
    return text === undefined ? undefined : new RegExp(text, flags);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
