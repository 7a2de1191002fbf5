/** Search in the commands and outputs of the terminal in front. The host searches outputs as it keeps them. */

import { computed, signal } from '@preact/signals';
import type { Block } from '../../client/blocks/block.ts';
import type { OutputMatch, OutputSearch, OutputSearchResult } from '../../protocol/cotty/command-output.ts';
import { plainOutput } from '../text/plain-output.ts';
import { textOfLine } from '../text/styled-line.ts';
import type { BlockList } from './block-list.ts';
import { seqOf } from './block-list.ts';

type Ask = (search: OutputSearch) => Promise<OutputSearchResult>;

/** Matches that are walked through; a text with more of them says nothing. */
const MOST = 500;

export class Find {
  readonly isOpen = signal(false);
  readonly text = signal('');
  readonly matches = signal<readonly OutputMatch[]>([]);
  readonly at = signal(0);
  readonly isSearching = signal(false);
  readonly current = computed(() => this.matches.value[this.at.value]);
  readonly #ask: Ask;
  readonly #list: BlockList;
  #asked = 0;

  constructor(list: BlockList, ask: Ask) {
    this.#list = list;
    this.#ask = ask;
  }

  /** Searches anew, from the newest command on. Only the last search counts. */
  async search(text: string): Promise<void> {
    this.text.value = text;
    this.#asked += 1;
    const mine = this.#asked;
    this.matches.value = [];
    this.at.value = 0;
    this.isSearching.value = text !== '';
    if (text === '') return;
    const lines = [...this.#inCommands(text)].sort(newestFirst);
    this.matches.value = lines;
    try {
      const outputs = await this.#inOutputs(text, () => mine === this.#asked);
      if (mine === this.#asked) this.matches.value = [...lines, ...outputs].sort(newestFirst).slice(0, MOST);
    } finally {
      if (mine === this.#asked) this.isSearching.value = false;
    }
  }

  /** Goes to an older match, or to a newer one. */
  move(by: number): void {
    const { length } = this.matches.value;
    if (length > 0) this.at.value = (this.at.value + by + length) % length;
  }

  close(): void {
    this.isOpen.value = false;
    void this.search('');
  }

  /** Line 0 stands for the command line. */
  #inCommands(text: string): readonly OutputMatch[] {
    const wanted = text.toLowerCase();
    return this.#list.shown.value.flatMap((block, index, shown) => {
      if (block.status.kind === 'between') return inBetween(block, shown[index + 1], wanted);
      const seq = seqOf(block);
      if (seq === undefined || !block.commandLine.toLowerCase().includes(wanted)) return [];
      return [{ seq, line: 0, text: block.commandLine }];
    });
  }

  async #inOutputs(text: string, isWanted: () => boolean): Promise<readonly OutputMatch[]> {
    const found: OutputMatch[] = [];
    let next: Partial<OutputSearch> = {};
    while (isWanted() && found.length < MOST) {
      const result = await this.#ask({ text, ignoreCase: true, limit: MOST, ...next });
      found.push(...result.matches);
      if (!result.more || result.next === undefined) break;
      next = result.next;
    }
    return found;
  }
}

function newestFirst(one: OutputMatch, other: OutputMatch): number {
  return other.seq - one.seq || one.line - other.line;
}

/** What was printed between two commands is found at the next one. */
function inBetween(block: Block, next: Block | undefined, wanted: string): readonly OutputMatch[] {
  const seq = next && seqOf(next);
  const lines = plainOutput(block.part.output)?.map(textOfLine) ?? [];
  const text = lines.find((line) => line.toLowerCase().includes(wanted));
  return seq === undefined || text === undefined ? [] : [{ seq, line: 0, text }];
}
