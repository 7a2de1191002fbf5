/** Terminal queries — sequences that ask the terminal something; the program then waits for the answer. */

/** A colour by the number of its sequence: 4 (palette) and 5 (special) with an index, or a dynamic colour (10–19). */
export type ColorTarget = { readonly code: number; readonly index?: number };

export type Query =
  | { readonly kind: 'da1' }
  /** Does the terminal read program status, OSC 7501? The reply is the query itself. */
  | { readonly kind: 'status' }
  /** What can the terminal do with notices of kitty's protocol, OSC 99? The reply has the id of the query. */
  | { readonly kind: 'notices'; readonly id: string; readonly terminator: string }
  /** Write `raw` to the emulator and send back its reply: DA2, DSR, DECRQM, DECRQSS, keyboard protocols. */
  | { readonly kind: 'emulator' }
  | { readonly kind: 'da3' }
  /** Kitty graphics: `raw` is also written to the screen, which makes the reply. */
  | { readonly kind: 'graphics' }
  /** XTSMGRAPHICS for sixel: how many colours, or how many pixels, may an image have? */
  | { readonly kind: 'sixel'; readonly asked: 'colors' | 'pixels' }
  | { readonly kind: 'xtversion' }
  /** 14, 15: window, screen in pixels; 16: cell in pixels; 18, 19: window, screen in cells; 20, 21: icon label, title. */
  | { readonly kind: 'windowSize'; readonly report: number }
  /** Answer each target in order, with the terminator of the query. */
  | { readonly kind: 'color'; readonly targets: readonly ColorTarget[]; readonly terminator: string }
  /** Capability names, decoded from hex. */
  | { readonly kind: 'xtgettcap'; readonly names: readonly string[] };

/** A colour query, and `rest`: the part that stays in the text when the sequence also sets colours. */
export type ColorQuery = { readonly query: Query; readonly rest: string };

const emulatorQuery = /^(?:>0?c|\??\d+n|\??\d+\$p|\?u|\?4m)$/;
const sixelQuery = /^\?([12]);[1-4](?:;[\d;]*)?S$/;
const windowQuery = /^(1[4-689]|2[01])(?:;[\d;]*)?t$/;

/** Parses a CSI query. `body` is the text after `CSI`, with the final letter. */
export function parseCsiQuery(body: string): Query | undefined {
  if (body === 'c' || body === '0c') return { kind: 'da1' };
  if (emulatorQuery.test(body)) return { kind: 'emulator' };
  if (body === '=c' || body === '=0c') return { kind: 'da3' };
  if (body === '>q' || body === '>0q') return { kind: 'xtversion' };
  const sixel = sixelQuery.exec(body);
  if (sixel) return { kind: 'sixel', asked: sixel[1] === '1' ? 'colors' : 'pixels' };
  const window = windowQuery.exec(body);
  return window ? { kind: 'windowSize', report: Number(window[1]) } : undefined;
}

/** Whether a kitty graphics command may be answered. `body` is the text between `ESC _ G` and `ST`. */
export function asksGraphics(body: string): boolean {
  const end = body.indexOf(';');
  const control = (end < 0 ? body : body.slice(0, end)).split(',');
  return !control.includes('m=1') && !control.includes('q=2');
}

/** Parses a DCS query. `body` is the text between `DCS` and `ST`: `$q…` or `+q…`. */
export function parseDcsQuery(body: string): Query | undefined {
  if (body.startsWith('$q')) return { kind: 'emulator' };
  if (!body.startsWith('+q')) return undefined;
  return { kind: 'xtgettcap', names: body.slice(2).split(';').map(fromHex) };
}

/** Limit: characters of the id, which is sent back. */
const MAX_NOTICE_ID = 128;

/** Parses the text after `99;`, `i=ID:p=?;`. Undefined for notices, and for an id with signs that none has. */
export function parseNoticeQuery(payload: string, terminator: string): Query | undefined {
  const [keys = '', ...text] = payload.split(';');
  const pairs = keys.split(':');
  if (text.length === 0 || !pairs.includes('p=?')) return undefined;
  const id = pairs.findLast((pair) => pair.startsWith('i='))?.slice(2) || '0';
  return id.length <= MAX_NOTICE_ID && /^[\w+.-]+$/.test(id)
    ? { kind: 'notices', id, terminator }
    : undefined;
}

/** Parses a colour query: `code` is 4, 5 or 10–19, `payload` the text after the first `;`. Setting is no query. */
export function parseColorQuery(code: string, payload: string, terminator: string): ColorQuery | undefined {
  if (!payload.includes('?')) return undefined;
  const fields = payload.split(';');
  const number = Number(code);
  return number < 10 ? indexedQuery(number, fields, terminator) : dynamicQuery(number, fields, terminator);
}

function indexedQuery(code: number, fields: readonly string[], terminator: string): ColorQuery | undefined {
  const targets: ColorTarget[] = [];
  const sets: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const field = fields[at] ?? '';
    const index = colorIndex(field);
    if (fields[at + 1] !== '?') sets.push(field, fields[at + 1] ?? '');
    else if (index !== undefined) targets.push({ code, index });
  }
  return colorQuery(
    targets,
    sets.length > 0 ? `\x1b]${code};${sets.join(';')}${terminator}` : '',
    terminator,
  );
}

const LAST_DYNAMIC = 19;

/** `OSC 10 ; a ; b` means 10 and 11: each further field belongs to the next number. */
function dynamicQuery(first: number, fields: readonly string[], terminator: string): ColorQuery | undefined {
  const targets: ColorTarget[] = [];
  let rest = '';
  for (const [offset, field] of fields.entries()) {
    const code = first + offset;
    if (code > LAST_DYNAMIC) break;
    if (field === '?') targets.push({ code });
    else if (field !== '') rest += `\x1b]${code};${field}${terminator}`;
  }
  return colorQuery(targets, rest, terminator);
}

function colorQuery(targets: ColorTarget[], rest: string, terminator: string): ColorQuery | undefined {
  return targets.length > 0 ? { query: { kind: 'color', targets, terminator }, rest } : undefined;
}

/** The palette and the five special colours behind it. */
const INDEXES = 261;

function colorIndex(field: string): number | undefined {
  const index = /^\d{1,3}$/.test(field) ? Number(field) : INDEXES;
  return index < INDEXES ? index : undefined;
}

function fromHex(hex: string): string {
  const pairs = hex.match(/[0-9a-fA-F]{2}/g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
