/** How long something took, short enough for a header: `0.4s`, `12.4s`, `3m 02s`, `1h 05m`, `2d 03h`. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function duration(ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  if (tenths < MINUTE * 10) return `${(tenths / 10).toFixed(1)}s`;
  // From here on whole seconds, rounded once, so that no part ever reads 60.
  const seconds = Math.round(ms / 1000);
  if (seconds < HOUR) return pair(seconds, MINUTE, 'm', 1, 's');
  if (seconds < DAY) return pair(seconds, HOUR, 'h', MINUTE, 'm');
  return pair(seconds, DAY, 'd', HOUR, 'h');
}

function pair(seconds: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((seconds % big) / small);
  return `${Math.floor(seconds / big)}${bigName} ${String(rest).padStart(2, '0')}${smallName}`;
}
