/** Formats the time of a shell command in this window's time zone, with the date when it was not today. */

export function clock(timestamp: number, now: number): string {
  const then = new Date(timestamp);
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  return sameDay(then, new Date(now)) ? time : `${date(then, new Date(now))} ${time}`;
}

function date(then: Date, now: Date): string {
  const day = `${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  return then.getFullYear() === now.getFullYear() ? day : `${then.getFullYear()}-${day}`;
}

function sameDay(a: Date, b: Date): boolean {
  return a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear();
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
