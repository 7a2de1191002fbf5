/** Long input in pieces that every host takes. */

/** UTF-16 units of one `terminal/input`; longer pastes go as several, in order (the host takes 1 MiB at most). */
const INPUT_CHARS = 64 * 1024;

/** Cuts between code points: strict hosts refuse half a surrogate pair. */
export function* inputPieces(data: string): Generator<string> {
  let from = 0;
  while (from < data.length) {
    let to = Math.min(data.length, from + INPUT_CHARS);
    const last = data.charCodeAt(to - 1);
    if (to < data.length && last >= 0xd800 && last <= 0xdbff) to--;
    yield data.slice(from, to);
    from = to;
  }
}
