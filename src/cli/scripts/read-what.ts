/** The flags of `cotty read`: one of them says what to read. */

export type AskedRecords = { readonly last?: number; readonly sinceSeq?: number; readonly seq?: number };

export type ReadWhat =
  | { readonly ok: true; readonly kind: 'records'; readonly asked: AskedRecords }
  | { readonly ok: true; readonly kind: 'screen'; readonly lines?: number }
  | { readonly ok: false; readonly error: string };

type Given = {
  readonly last: string | undefined;
  readonly since: string | undefined;
  readonly seq: string | undefined;
  readonly lines: string | undefined;
  readonly screen: boolean;
};

/** The host answers no larger wish. */
const MOST = 10_000;
const RANGES = {
  last: [1, MOST],
  since: [0, Number.MAX_SAFE_INTEGER],
  seq: [1, Number.MAX_SAFE_INTEGER],
  lines: [1, MOST],
} as const;

type Numbered = keyof typeof RANGES;

export function whatToRead({ screen, ...numbers }: Given): ReadWhat {
  const given = (Object.keys(RANGES) as Numbered[]).filter((flag) => numbers[flag] !== undefined);
  const [flag] = given;
  if (given.length + (screen ? 1 : 0) > 1)
    return { ok: false, error: 'one of --last, --since, --seq, --lines and --screen at a time' };
  if (screen) return { ok: true, kind: 'screen' };
  // What ran last is what one most often wants.
  return flag === undefined ? wish('last', 1) : counted(flag, numbers[flag] ?? '');
}

function counted(flag: Numbered, text: string): ReadWhat {
  const [least, most] = RANGES[flag];
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && count <= most) return wish(flag, count);
  const range = most === MOST ? ` from ${least} to ${most}` : '';
  return { ok: false, error: `--${flag} "${text}" is no number${range}` };
}

function wish(flag: Numbered, count: number): ReadWhat {
  if (flag === 'lines') return { ok: true, kind: 'screen', lines: count };
  const key = flag === 'since' ? 'sinceSeq' : flag;
  return { ok: true, kind: 'records', asked: { [key]: count } };
}
