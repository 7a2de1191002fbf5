/**
 * Edits JSON as text: what is not changed stays byte for byte, with comments and trailing commas. So an entry that was put in and
 * taken out again leaves no trace. `modify` of the package `jsonc-parser` does not do that: it lays out what is around its edit anew, so
 * that a file in one line comes back in several.
 */

/** A value with its place in the text, from `start` to before `end`. */
export type JsonNode = { readonly start: number; readonly end: number } & (
  | { readonly type: 'object'; readonly members: readonly JsonMember[] }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'scalar'; readonly value: string | number | boolean | null }
);

export type JsonMember = { readonly key: string; readonly start: number; readonly value: JsonNode };

export type ParsedJson =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; readonly error: string };

/** Limit of nesting. */
const MAX_DEPTH = 100;

class NoJson extends Error {}

/** Parses JSON that may have comments, trailing commas and a byte order mark. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, root: new Parser(text).whole() };
  } catch (error) {
    if (error instanceof NoJson) return { ok: false, error: error.message };
    throw error;
  }
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonNode {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    this.#skip();
    const root = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) throw this.#wrong('unexpected text');
    return root;
  }

  #value(): JsonNode {
    const start = this.#at;
    const char = this.#text[start];
    if (char === '{' || char === '[') return this.#container(char, start);
    if (char === '"') {
      const value = this.#string();
      return { type: 'scalar', value, start, end: this.#at };
    }
    const word = /[-+.\w]{1,40}/y;
    word.lastIndex = start;
    const found = word.exec(this.#text)?.[0] ?? '';
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(found))
      throw this.#wrong('no value');
    this.#at += found.length;
    return { type: 'scalar', value: JSON.parse(found), start, end: this.#at };
  }

  #container(open: '{' | '[', start: number): JsonNode {
    if (this.#depth >= MAX_DEPTH) throw this.#wrong(`nested more than ${MAX_DEPTH} deep`);
    this.#depth += 1;
    this.#at += 1;
    const close = open === '{' ? '}' : ']';
    const members: JsonMember[] = [];
    const items: JsonNode[] = [];
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === close) break;
      if (open === '{') members.push(this.#member());
      else items.push(this.#value());
      this.#skip();
      if (this.#text[this.#at] === ',') this.#at += 1;
      else if (this.#text[this.#at] !== close) throw this.#wrong(`no , or ${close}`);
    }
    this.#at += 1;
    this.#depth -= 1;
    const place = { start, end: this.#at };
    return open === '{' ? { type: 'object', members, ...place } : { type: 'array', items, ...place };
  }

  #member(): JsonMember {
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#wrong('no name in quotes');
    const key = this.#string();
    this.#skip();
    if (this.#text[this.#at] !== ':') throw this.#wrong('no colon');
    this.#at += 1;
    this.#skip();
    return { key, start, value: this.#value() };
  }

  #string(): string {
    const start = this.#at;
    let at = start + 1;
    while (this.#text[at] !== '"') {
      if (at >= this.#text.length || this.#text[at] === '\n') throw this.#wrong('a text without an end');
      at += this.#text[at] === '\\' ? 2 : 1;
    }
    try {
      const value: unknown = JSON.parse(this.#text.slice(start, at + 1));
      this.#at = at + 1;
      return String(value);
    } catch {
      // A broken escape, or a control character.
      throw this.#wrong('a broken text');
    }
  }

  #skip(): void {
    this.#at = afterBlanks(this.#text, this.#at);
  }

  #wrong(what: string): NoJson {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    return new NoJson(`line ${line}: ${what}`);
  }
}

/** Returns where the next text is that is no blank and no comment. */
function afterBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (/[ \t\r\n]/.test(text[at] ?? '')) at += 1;
    const end = text.startsWith('//', at)
      ? endOf(text, '\n', at)
      : text.startsWith('/*', at)
        ? endOf(text, '*/', at)
        : at;
    if (end === at) return at;
    at = end;
  }
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from + (mark === '*/' ? 2 : 0));
  return found === -1 ? text.length : found + mark.length;
}

/** Returns the plain value. Of a key that is there twice the last one counts. */
export function plainValue(node: JsonNode): unknown {
  if (node.type === 'scalar') return node.value;
  if (node.type === 'array') return node.items.map(plainValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}

export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.type === 'object' ? node.members.findLast((member) => member.key === key) : undefined;
}

/** How a text is laid out. */
type Layout = { readonly lineEnd: string; readonly indent: string };

/** The layout of a text; a text of one line has no line ends and no indent, unless there is nothing in it yet. */
function layoutOf(text: string): Layout {
  const lineEnd = /\r?\n/.exec(text.trim())?.[0];
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  if (lineEnd !== undefined) return { lineEnd, indent };
  return /^\ufeff?\s*\{\s*\}\s*$/.test(text) ? { lineEnd: '\n', indent } : { lineEnd: '', indent: '' };
}

/** Writes a value as it stands in a line that is `depth` levels deep. */
function written(value: unknown, depth: number, { lineEnd, indent }: Layout): string {
  if (lineEnd === '') return inOneLine(value);
  return JSON.stringify(value, undefined, indent).replaceAll('\n', lineEnd + indent.repeat(depth));
}

/** In one line there is a blank before the end of each container: that is how they are known as put in. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(',')} ]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${inOneLine(each)}`);
  return `{${members.join(',')} }`;
}

/** A new member of an object has a key, a new item of an array has none. */
export type NewEntry = { readonly key?: string; readonly value: unknown };

/** Returns the text with an entry at the end of the container, which is `depth` levels deep. */
export function withEntry(
  text: string,
  container: JsonNode,
  depth: number,
  { key, value }: NewEntry,
): string {
  const layout = layoutOf(text);
  const { lineEnd, indent } = layout;
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${lineEnd === '' ? '' : ' '}`;
  const body = `${lineEnd}${lineEnd === '' ? '' : indent.repeat(depth + 1)}${name}${written(value, depth + 1, layout)}`;
  const close = container.end - 1;
  const last = lastOf(container);
  if (last === undefined) return text.slice(0, close) + body + text.slice(close);
  const comma = afterBlanks(text, last);
  if (text[comma] === ',') {
    const at = afterLine(text, comma + 1, close);
    return `${text.slice(0, at)}${body},${text.slice(at)}`;
  }
  const at = afterLine(text, last, close);
  return `${text.slice(0, last)},${text.slice(last, at)}${body}${text.slice(at)}`;
}

/** Returns where a comment ends that stands behind something in the same line; else where that ends. */
function afterLine(text: string, from: number, most: number): number {
  const comment = /[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)*\/\/[^\r\n]*/y;
  comment.lastIndex = from;
  const found = comment.exec(text)?.[0].length ?? 0;
  return Math.min(from + found, most);
}

/** Where the last entry of a container ends. */
function lastOf(container: JsonNode): number | undefined {
  if (container.type === 'object') return container.members.at(-1)?.value.end;
  return container.type === 'array' ? container.items.at(-1)?.end : undefined;
}

/** Returns the text without an entry of a container. */
export function withoutEntry(text: string, container: JsonNode, index: number): string {
  const places =
    container.type === 'object'
      ? container.members.map(({ start, value }) => ({ start, end: value.end }))
      : container.type === 'array'
        ? container.items
        : [];
  const entry = places[index];
  if (entry === undefined) return text;
  const from = lineBefore(text, entry.start);
  const after = afterBlanks(text, entry.end);
  if (text[after] === ',') return text.slice(0, from) + text.slice(after + 1);
  const before = places[index - 1];
  if (before === undefined) return text.slice(0, from) + text.slice(entry.end);
  const comma = afterBlanks(text, before.end);
  return text.slice(0, comma) + text.slice(comma + 1, Math.max(comma + 1, from)) + text.slice(entry.end);
}

/** Where the line break before an entry is, if nothing else stands before it in its line. */
function lineBefore(text: string, start: number): number {
  const blank = /(?:\r?\n|(?<![ \t]))[ \t]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  return blank.includes('\n') ? start - blank.length : start;
}

/** Whether a container was put in by `withEntry`, as part of the value: its end stands apart. */
export function standsApart(text: string, container: JsonNode): boolean {
  return /\s/.test(text[container.end - 2] ?? '');
}
