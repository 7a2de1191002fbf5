/** Spans on the command line and in what is printed. */

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A day: timers of the host take no more. */
const MOST_MS = 24 * 3_600_000;

/** Seconds unless a unit is given (`90`, `1.5s`, `200ms`, `5m`, `2h`); undefined: no such span. */
export function parseSpan(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h)?$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const span = Math.round(Number(count) * UNITS[unit as keyof typeof UNITS]);
  return span <= MOST_MS ? span : undefined;
}

export function spanText(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}m${Math.floor(seconds % 60)}s`
    : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}
