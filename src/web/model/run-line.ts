/** RUN's line of one terminal: the editor of the window, and what it recalls from the host. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PastQuery, PastResult } from '../../protocol/cotty/past-line.ts';
import { cleanText, type EditCommand, edit, moveTo, replace, type } from '../../screen/editor/edit.ts';
import { type EditorState, EMPTY_EDITOR, editorText } from '../../screen/editor/editor-state.ts';
import {
  accepted,
  covers,
  goesOn,
  maySuggest,
  type OlderAsk,
  type Suggestion,
  suggestedRest,
  walked,
  withArgument,
  withFoundArgument,
  withOlder,
} from '../../screen/editor/recall.ts';

/** Lines of one answer of the host. */
const PAGE = 50;

export type RunLineOptions = {
  /** The command lines of the terminal, oldest first. */
  readonly own: () => readonly string[];
  /** Asks the host for earlier lines; rejects at a host that keeps none. */
  readonly ask: (query: PastQuery) => Promise<PastResult>;
};

export class RunLine {
  readonly editor: Signal<EditorState> = signal(EMPTY_EDITOR);
  readonly text: ReadonlySignal<string> = computed(() => editorText(this.editor.value));
  readonly #suggestion = signal<Suggestion | undefined>(undefined);
  /** The part of the suggestion behind the cursor, `''` for none. */
  readonly rest: ReadonlySignal<string> = computed(() =>
    suggestedRest({ editor: this.editor.value, suggestion: this.#suggestion.value }),
  );
  readonly #options: RunLineOptions;
  /** Whether the host has said that it keeps no lines. */
  #isOff = false;

  constructor(options: RunLineOptions) {
    this.#options = options;
  }

  /** The cursor as an offset in the text, in UTF-16 units. */
  get offset(): number {
    const { graphemes, cursor } = this.editor.value;
    return offsetOf(graphemes, cursor);
  }

  do(command: EditCommand): void {
    this.#change(edit(this.editor.peek(), command));
  }

  /** Empties the line after it was sent. */
  sent(): void {
    this.do({ type: 'submit', remember: true });
  }

  /** Takes the cursor from a field that moves it itself, by the mouse or with a selection. */
  moveTo(offset: number): void {
    const editor = this.editor.peek();
    const cursor = indexAt(editor.graphemes, offset);
    if (cursor !== editor.cursor) this.editor.value = moveTo(editor, cursor);
  }

  /** Takes the text of a field into which was typed or pasted, with the offset of its cursor. What has changed is one edit. */
  input(value: string, offset: number): void {
    const editor = this.editor.peek();
    const before = editorText(editor);
    if (value !== before) {
      const { from, to, end } = changedRange(before, value, editor.graphemes);
      const text = cleanText(value.slice(offsetOf(editor.graphemes, from), end));
      const isTyped = from === to && from === editor.cursor && text !== '';
      this.#change(isTyped ? type(editor, text) : replace(editor, from, to, text));
    }
    this.moveTo(Math.min(offset, this.text.peek().length));
  }

  /** Goes up or down: a row, or to an older or newer line. */
  walk(by: 'up' | 'down'): void {
    const { editor, ask } = walked(this.editor.peek(), by, { own: this.#options.own(), asks: !this.#isOff });
    this.#recalled(editor);
    if (ask !== undefined) void this.#askOlder(ask);
  }

  /** Inserts the last argument of the last line; again, that of the line before it. */
  lastArgument(): void {
    const put = withArgument(this.editor.peek(), this.#options.own());
    if (put === undefined) return;
    if ('editor' in put) this.#recalled(put.editor);
    else void this.#askArgument(put.ask);
  }

  /** Accepts the suggestion, all of it or its next word; returns whether there was one. */
  accept(part: 'all' | 'word'): boolean {
    const rest = this.rest.peek();
    if (rest === '') return false;
    this.#change(accepted(this.editor.peek(), rest, part));
    return true;
  }

  #change(editor: EditorState): void {
    const before = this.text.peek();
    this.editor.value = editor;
    const text = this.text.peek();
    if (text !== before) this.#suggest(text);
  }

  /** A line that was recalled by Up or Down gets no suggestion: only typed text is continued. */
  #recalled(editor: EditorState): void {
    this.editor.value = editor;
    this.#suggestion.value = undefined;
  }

  #suggest(text: string): void {
    const known = this.#suggestion.peek();
    if (!maySuggest(text)) this.#suggestion.value = undefined;
    else if (known === undefined || !covers(known, text)) this.#find(text);
  }

  #find(text: string): void {
    const own = this.#options.own().findLast((line) => goesOn(line, text));
    this.#suggestion.value = { text, line: own };
    // What begins with a blank is not to be remembered, so it is not asked for.
    if (own === undefined && !text.startsWith(' ') && !this.#isOff) void this.#askSuggestion(text);
  }

  async #askSuggestion(text: string): Promise<void> {
    const line = (await this.#ask({ prefix: text, limit: 1 }))?.lines[0]?.line;
    const asked = this.#suggestion.peek();
    if (asked?.text !== text || asked.line !== undefined || line === undefined) return;
    const typed = this.text.peek();
    if (goesOn(line, typed)) this.#suggestion.value = { text, line };
    // The suggestion fits the earlier text, but not what was typed since: another one may.
    else if (typed !== line) this.#find(typed);
  }

  async #askOlder(ask: OlderAsk): Promise<void> {
    const { prefix, skip } = ask;
    const found = await this.#ask({ ...(prefix === '' ? {} : { prefix }), skip, limit: PAGE });
    const entries = found?.lines.map(({ line }) => line) ?? [];
    this.#recalled(withOlder(this.editor.peek(), ask, entries, found?.more ?? false));
  }

  async #askArgument(index: number): Promise<void> {
    const found = await this.#ask({ limit: PAGE });
    const lines = found?.lines.map(({ line }) => line) ?? [];
    this.#recalled(withFoundArgument(this.editor.peek(), index, lines));
  }

  async #ask(query: PastQuery): Promise<PastResult | undefined> {
    try {
      return await this.#options.ask(query);
    } catch {
      // Other hosts remember no lines; one that is away is asked again for another text.
      this.#isOff = true;
      return undefined;
    }
  }
}

/** UTF-16 units before the grapheme with this index. */
function offsetOf(graphemes: readonly string[], index: number): number {
  let offset = 0;
  for (let at = 0; at < index; at += 1) offset += graphemes[at]?.length ?? 0;
  return offset;
}

/** Index of the grapheme that begins at an offset, or of the next one where the offset is inside of one. */
function indexAt(graphemes: readonly string[], offset: number): number {
  let [index, at] = [0, 0];
  while (index < graphemes.length && at < offset) {
    at += graphemes[index]?.length ?? 0;
    index += 1;
  }
  return index;
}

/** The graphemes of `before` that `after` has others for; these end in `after` at the offset `end`. */
function changedRange(
  before: string,
  after: string,
  graphemes: readonly string[],
): { readonly from: number; readonly to: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < shorter - same && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  const inside = indexAt(graphemes, same);
  const from = offsetOf(graphemes, inside) > same ? inside - 1 : inside;
  const to = Math.max(from, indexAt(graphemes, before.length - tail));
  return { from, to, end: after.length - (before.length - offsetOf(graphemes, to)) };
}
