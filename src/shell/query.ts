/** Terminal queries — sequences that ask the terminal something; the program then waits for the answer. */

export type ColorTarget =
  | { readonly kind: 'palette'; readonly index: number }
  | { readonly kind: 'foreground' | 'background' | 'cursor' };

export type Query =
  /** Write `raw` to the emulator and send back its reply: DA1, DA2, DSR, DECRQM, DECRQSS, keyboard protocols. */
  | { readonly kind: 'emulator' }
  | { readonly kind: 'da3' }
  | { readonly kind: 'xtversion' }
  /** 14, 15: window, screen in pixels; 16: cell in pixels; 18, 19: window, screen in cells; 20, 21: icon label, title. */
  | { readonly kind: 'windowSize'; readonly report: number }
  /** Answer each target in order, with the terminator of the query. */
  | { readonly kind: 'color'; readonly targets: readonly ColorTarget[]; readonly terminator: string }
  /** Capability names, decoded from hex. */
  | { readonly kind: 'xtgettcap'; readonly names: readonly string[] };

/** A colour query, and `rest`: the part that stays in the text when the sequence also sets colours. */
export type ColorQuery = { readonly query: Query; readonly rest: string };

const emulatorQuery = /^(?:>?0?c|\??\d+n|\??\d+\$p|\?u|\?4m)$/;
const windowQuery = /^(1[4-689]|2[01])(?:;[\d;]*)?t$/;

/** Parses a CSI query. `body` is the text after `CSI`, with the final letter. */
export function parseCsiQuery(body: string): Query | undefined {
  if (emulatorQuery.test(body)) return { kind: 'emulator' };
  if (body === '=c' || body === '=0c') return { kind: 'da3' };
  if (body === '>q' || body === '>0q') return { kind: 'xtversion' };
  const window = windowQuery.exec(body);
  return window ? { kind: 'windowSize', report: Number(window[1]) } : undefined;
}

/** Parses a DCS query. `body` is the text between `DCS` and `ST`: `$q…` or `+q…`. */
export function parseDcsQuery(body: string): Query | undefined {
  if (body.startsWith('$q')) return { kind: 'emulator' };
  if (!body.startsWith('+q')) return undefined;
  return { kind: 'xtgettcap', names: body.slice(2).split(';').map(fromHex) };
}

/** Parses a colour query: `code` is 4, 10, 11 or 12, `payload` the text after the first `;`. Setting is no query. */
export function parseColorQuery(code: string, payload: string, terminator: string): ColorQuery | undefined {
  if (!payload.includes('?')) return undefined;
  const fields = payload.split(';');
  return code === '4' ? paletteQuery(fields, terminator) : dynamicQuery(Number(code), fields, terminator);
}

function paletteQuery(fields: readonly string[], terminator: string): ColorQuery | undefined {
  const targets: ColorTarget[] = [];
  const sets: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const index = fields[at] ?? '';
    if (fields[at + 1] !== '?') sets.push(index, fields[at + 1] ?? '');
    else if (/^\d{1,3}$/.test(index)) targets.push({ kind: 'palette', index: Number(index) });
  }
  return colorQuery(targets, sets.length > 0 ? `\x1b]4;${sets.join(';')}${terminator}` : '', terminator);
}

const dynamicColors: Readonly<Record<number, ColorTarget>> = {
  10: { kind: 'foreground' },
  11: { kind: 'background' },
  12: { kind: 'cursor' },
};

/** `OSC 10 ; a ; b` means 10 and 11: each further field belongs to the next number. */
function dynamicQuery(first: number, fields: readonly string[], terminator: string): ColorQuery | undefined {
  const targets: ColorTarget[] = [];
  let rest = '';
  for (const [offset, field] of fields.entries()) {
    const target = dynamicColors[first + offset];
    if (field === '?' && target) targets.push(target);
    else if (field !== '') rest += `\x1b]${first + offset};${field}${terminator}`;
  }
  return colorQuery(targets, rest, terminator);
}

function colorQuery(targets: ColorTarget[], rest: string, terminator: string): ColorQuery | undefined {
  return targets.length > 0 ? { query: { kind: 'color', targets, terminator }, rest } : undefined;
}

function fromHex(hex: string): string {
  const pairs = hex.match(/[0-9a-fA-F]{2}/g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
