/** Parses the flags of `cotty read`, of which at most one says what to read; with `--seq`, `--lines` is a range of its output. */

export type AskedRecords = { readonly last?: number; readonly sinceSeq?: number; readonly seq?: number };

/** Numbers of lines, counted from 1; `to` is absent when everything after `from` is read. */
export type LineRange = { readonly from: number; readonly to?: number };

export type ReadWhat =
  | { readonly ok: true; readonly kind: 'records'; readonly asked: AskedRecords }
  | { readonly ok: true; readonly kind: 'output'; readonly seq: number; readonly range: LineRange }
  | { readonly ok: true; readonly kind: 'screen'; readonly lines?: number }
  | { readonly ok: false; readonly error: string };

type Given = {
  readonly last: string | undefined;
  readonly since: string | undefined;
  readonly seq: string | undefined;
  readonly lines: string | undefined;
  readonly screen: boolean;
};

/** Largest number of commands or lines that the host returns. */
const MAX_COUNT = 10_000;
const RANGES = {
  last: [1, MAX_COUNT],
  since: [0, Number.MAX_SAFE_INTEGER],
  seq: [1, Number.MAX_SAFE_INTEGER],
  lines: [1, MAX_COUNT],
} as const;

type Numbered = keyof typeof RANGES;

export function whatToRead({ screen, ...numbers }: Given): ReadWhat {
  const given = (Object.keys(RANGES) as Numbered[]).filter((flag) => numbers[flag] !== undefined);
  const [flag] = given;
  const { seq, lines } = numbers;
  if (seq !== undefined && lines !== undefined && given.length === 2 && !screen)
    return parseRange(seq, lines);
  if (given.length + (screen ? 1 : 0) > 1)
    return { ok: false, error: 'use only one of --last, --since, --seq, --lines and --screen' };
  if (screen) return { ok: true, kind: 'screen' };
  // The default is the last command.
  return flag === undefined ? toRead('last', 1) : parseCount(flag, numbers[flag] ?? '');
}

/** `--seq N` with `--lines A-B`, `A-` or `A`. */
function parseRange(seq: string, lines: string): ReadWhat {
  const command = parseCount('seq', seq);
  if (!command.ok || command.kind !== 'records' || command.asked.seq === undefined) return command;
  const [, from = '', dash, to = ''] = /^(\d{1,15})(-?)(\d{0,15})$/.exec(lines) ?? [];
  const range = { from: Number(from), ...(dash === '-' && to === '' ? {} : { to: Number(to || from) }) };
  if (from === '' || range.from < 1 || (range.to !== undefined && range.to < range.from))
    return { ok: false, error: `--lines "${lines}" is not a range of lines such as 10-20, 10- or 10` };
  return { ok: true, kind: 'output', seq: command.asked.seq, range };
}

function parseCount(flag: Numbered, text: string): ReadWhat {
  const [least, most] = RANGES[flag];
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && count <= most) return toRead(flag, count);
  const range = most === MAX_COUNT ? ` from ${least} to ${most}` : '';
  return { ok: false, error: `--${flag} "${text}" is not a number${range}` };
}

function toRead(flag: Numbered, count: number): ReadWhat {
  if (flag === 'lines') return { ok: true, kind: 'screen', lines: count };
  const key = flag === 'since' ? 'sinceSeq' : flag;
  return { ok: true, kind: 'records', asked: { [key]: count } };
}
