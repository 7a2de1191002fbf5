/** A stdin for Ink that is never read from and never says anything: the real one has one reader, and it is not Ink. */

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
