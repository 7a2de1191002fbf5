/** The formats that runs are exported in, by the endings of their files. */

export const FORMATS = [
  { id: 'md', title: 'Markdown', type: 'text/markdown' },
  { id: 'html', title: 'HTML', type: 'text/html' },
  { id: 'svg', title: 'SVG picture', type: 'image/svg+xml' },
  { id: 'png', title: 'PNG picture', type: 'image/png' },
  { id: 'cast', title: 'asciicast', type: 'application/x-asciicast' },
  { id: 'json', title: 'JSON', type: 'application/json' },
  { id: 'txt', title: 'Plain text', type: 'text/plain' },
] as const;

export type FormatId = (typeof FORMATS)[number]['id'];

const OTHER_ENDINGS: Readonly<Record<string, FormatId>> = {
  markdown: 'md',
  htm: 'html',
  text: 'txt',
  log: 'txt',
};

/** Returns the format of that name, or whose ending it is. */
export function formatNamed(name: string): FormatId | undefined {
  const low = name.toLowerCase();
  const other = Object.hasOwn(OTHER_ENDINGS, low) ? OTHER_ENDINGS[low] : undefined;
  return FORMATS.find(({ id }) => id === low)?.id ?? other;
}

/** Returns the format that a file's name ends in. */
export function formatOfFile(name: string): FormatId | undefined {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : formatNamed(name.slice(dot + 1));
}
