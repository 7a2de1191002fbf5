/** Reads asciicasts v2, several of them one behind the other, as one in which time goes on. */

type Header = { readonly timestamp: number; readonly width: number; readonly height: number };

/** `at`: seconds since the first cast began. `code`: `o` for output, `r` for a size such as `80x24`, `m` for a marker. */
export type CastEvent = { readonly at: number; readonly code: string; readonly data: string };

export class CastReader {
  #first: Header | undefined;
  #header: Header | undefined;
  #last = 0;

  /** Unix seconds at which the first cast began; undefined before its header. */
  get began(): number | undefined {
    return this.#first?.timestamp;
  }

  /** Takes the next line. A header is an event for its size. Returns undefined for a line that is damaged, or before the first header. */
  take(line: string): CastEvent | undefined {
    const value = parsed(line);
    const header = headerOf(value);
    if (header !== undefined) {
      this.#header = header;
      this.#first ??= header;
      return { at: this.#last, code: 'r', data: `${header.width}x${header.height}` };
    }
    const event = eventOf(value);
    if (event === undefined || this.#header === undefined || this.#first === undefined) return undefined;
    // A cast tells its beginning in whole seconds.
    this.#last = Math.max(this.#last, round(this.#header.timestamp - this.#first.timestamp + event.at));
    return { ...event, at: this.#last };
  }
}

export function isCastHeader(line: string): boolean {
  return headerOf(parsed(line)) !== undefined;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function headerOf(value: unknown): Header | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { timestamp, width, height }: Readonly<Record<string, unknown>> = { ...value };
  const isWhole = [timestamp, width, height].every((each) => Number.isSafeInteger(each));
  return isWhole ? { timestamp: Number(timestamp), width: Number(width), height: Number(height) } : undefined;
}

function eventOf(value: unknown): CastEvent | undefined {
  if (!Array.isArray(value)) return undefined;
  const [at, code, data]: readonly unknown[] = value;
  const isEvent = typeof at === 'number' && typeof code === 'string' && typeof data === 'string';
  return isEvent ? { at, code, data } : undefined;
}

function parsed(line: string): unknown {
  if (line === '') return undefined;
  try {
    return JSON.parse(line);
  } catch {
    // The line was cut by a crash.
    return undefined;
  }
}
