/** `--since`: a span back from now, or a date. */

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Unix milliseconds; undefined: neither `90s`, `15m`, `2h`, `3d`, `1w` nor a date. */
export function parseSince(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined && isUnit(unit)) return now - Number(count) * UNITS[unit];
  // A bare number would be taken for a year.
  const date = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

function isUnit(unit: string | undefined): unit is keyof typeof UNITS {
  return unit !== undefined && Object.hasOwn(UNITS, unit);
}
