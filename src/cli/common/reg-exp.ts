/** Regular expressions from the command line. */

import { reasonOf } from '../../protocol/common/reason-of.ts';

/** Compiles a pattern. Returns the error message if it is not valid, and undefined if there is no pattern. */
export function asRegExp(text: string | undefined, flags = ''): RegExp | string | undefined {
  try {
    return text === undefined ? undefined : new RegExp(text, flags);
  } catch (error) {
    return reasonOf(error);
  }
}
