/** A stdin for Ink that stays silent: the real one has exactly one reader, which is not Ink. */

import { PassThrough } from 'node:stream';

export function dummyStdin(): NodeJS.ReadStream {
  const stream = new PassThrough();
  const self = () => stream;
  return Object.assign(stream, {
    isTTY: true,
    isRaw: false,
    setRawMode: self,
    ref: self,
    unref: self,
  }) as never;
}
