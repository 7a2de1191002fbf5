/** The recordings of a terminal (`raw.log`) joined to one asciicast, in which time goes on from file to file. */

import { rawFiles } from '../files/ledger-files.ts';
import { MOST_REWRITTEN, readPlainFileIfThere } from '../files/plain-file.ts';

type Header = { readonly timestamp: number; readonly width: number; readonly height: number };

/** Returns undefined where nothing was recorded. Lines that are damaged are left out. */
export async function rawRecording(folder: string): Promise<string | undefined> {
  const lines: string[] = [];
  let first: Header | undefined;
  let last = 0;
  for (const path of rawFiles(folder).reverse()) {
    const text = (await readPlainFileIfThere(path, MOST_REWRITTEN))?.toString() ?? '';
    const [head = '', ...events] = text.split('\n');
    const header = headerIn(head);
    if (header === undefined) continue;
    if (first === undefined) {
      first = header;
      lines.push(head);
    } else {
      lines.push(JSON.stringify([last, 'r', `${header.width}x${header.height}`]));
    }
    for (const line of events) {
      const event = eventIn(line);
      if (event === undefined) continue;
      // A file tells its beginning in whole seconds.
      last = Math.max(last, round(header.timestamp - first.timestamp + event.at));
      lines.push(JSON.stringify([last, event.code, event.data]));
    }
  }
  return first === undefined ? undefined : `${lines.join('\n')}\n`;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function headerIn(line: string): Header | undefined {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null) return undefined;
  const { timestamp, width, height }: Readonly<Record<string, unknown>> = { ...value };
  const isWhole = [timestamp, width, height].every((each) => Number.isSafeInteger(each));
  return isWhole ? { timestamp: Number(timestamp), width: Number(width), height: Number(height) } : undefined;
}

function eventIn(line: string) {
  const value = parsed(line);
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
