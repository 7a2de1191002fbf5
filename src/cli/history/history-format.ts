/** Reads in which format past commands are printed: `--format NAME`, or `--json` and `--markdown` for short. */

const FORMATS = ['table', 'json', 'csv', 'markdown'] as const;
export type HistoryFormat = (typeof FORMATS)[number];

type FormatFlags = {
  readonly format: string | undefined;
  readonly json: boolean;
  readonly markdown: boolean;
};

type AskedFormat =
  | { readonly ok: true; readonly format: HistoryFormat }
  | { readonly ok: false; readonly error: string };

export function formatOf({ format, json, markdown }: FormatFlags): AskedFormat {
  const named = FORMATS.find((name) => name === format);
  if (format !== undefined && named === undefined)
    return { ok: false, error: `--format "${format}" is none of ${FORMATS.join(', ')}` };
  const asked: (readonly [flag: string, format: HistoryFormat])[] = [];
  if (named !== undefined) asked.push([`--format ${named}`, named]);
  if (json) asked.push(['--json', 'json']);
  if (markdown) asked.push(['--markdown', 'markdown']);
  const [first] = asked;
  const other = asked.find((one) => one[1] !== first?.[1]);
  if (first !== undefined && other !== undefined)
    return { ok: false, error: `use only one of ${first[0]} and ${other[0]}` };
  return { ok: true, format: first?.[1] ?? 'table' };
}
