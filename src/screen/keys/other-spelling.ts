/** Recognises keys as other tools write them (`C-c`, `^C`, `ctrl+c`, `Enter`), which are plain text in our notation. */

/** A text that is the name of a key with Ctrl, Alt or Shift, as tmux, Emacs and manuals write it. */
const HELD = /^(?:(?:C|M|S|Ctrl|Control|Alt|Meta|Shift)[-+]){1,3}([!-~]|[A-Za-z][A-Za-z0-9]{1,8})$/i;
/** A caret and a letter or sign that Ctrl can be held with. */
const CARET = /^\^([@-_a-z?])$/;
/** Names of keys that are unlikely to be typed as words. */
const NAMED =
  /^(?:Enter|Return|Escape|Esc|Tab|Space|BSpace|Backspace|PageUp|PageDown|PgUp|PgDn|Up|Down|Left|Right|Home|End|F\d{1,2})$/;

/** Names in tmux that differ from ours. */
const NAMES: Readonly<Record<string, string>> = { bspace: 'Backspace', btab: 'S-Tab' };

/** Returns how the key is written here, `<C-c>`; undefined for other text. */
export function otherSpelling(text: string): string | undefined {
  const caret = CARET.exec(text)?.[1];
  if (caret !== undefined) return caret === '?' ? '<Backspace>' : `<C-${caret.toLowerCase()}>`;
  const held = HELD.exec(text)?.[1];
  if (held !== undefined) {
    const prefixes = text
      .slice(0, text.length - held.length)
      .split(/[-+]/)
      .filter(Boolean);
    return `<${prefixes.map(shortPrefix).join('-')}-${named(held)}>`;
  }
  return NAMED.test(text) ? `<${named(text)}>` : undefined;
}

function shortPrefix(prefix: string): string {
  const first = prefix.charAt(0).toUpperCase();
  return first === 'A' ? 'M' : first;
}

function named(key: string): string {
  return NAMES[key.toLowerCase()] ?? (key.length === 1 ? key.toLowerCase() : key);
}
