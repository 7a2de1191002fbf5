/** The commands of a terminal before those of its content: the host keeps all, the content only the newest. */

import { isRefusal } from '../../protocol/common/error-codes.ts';
import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import type { CommandSummary, CommandsResult } from '../../protocol/cotty/command-output.ts';
import { annotatedPart } from '../../protocol/terminal/annotated-part.ts';
import type { Annotation } from '../../protocol/terminal/annotation.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart, ContentPart } from '../../protocol/terminal/state.ts';
import { Memo } from './memo.ts';

export type AskCommands = (page: {
  readonly beforeSeq?: number;
  readonly limit: number;
}) => Promise<CommandsResult>;

/** Commands of one request. */
const PAGE = 1000;
/** Limit: commands listed before those of the content, about 1 KiB each. Older ones are only in `cotty history`. */
const MAX_COMMANDS = 50_000;

type Numbered = { readonly seq: number; readonly part: CommandPart };

export class OlderCommands {
  readonly #ask: AskCommands;
  readonly #onChange: () => void;
  readonly #isListed: (summary: CommandSummary) => boolean;
  /** Oldest first. */
  #older: readonly Numbered[] = [];
  /** Whether the host has none before the oldest known. */
  #whole = false;
  #asking = false;
  /** The first command of the content before which no gap is left. */
  #joinedTo: number | undefined;
  /** The older commands that the content lacks, and all together; made again when one of them has changed. */
  readonly #lacking = new Memo<readonly ContentPart[]>();
  readonly #merged = new Memo<readonly ContentPart[]>();

  /** `isListed` returns which commands are certainly not in the content. */
  constructor(
    ask: AskCommands,
    onChange: () => void,
    isListed: (summary: CommandSummary) => boolean = isFinished,
  ) {
    this.#ask = ask;
    this.#onChange = onChange;
    this.#isListed = isListed;
  }

  /** Returns the content with the commands before it, as far as they are known. */
  before(content: readonly ContentPart[]): readonly ContentPart[] {
    if (this.#older.length === 0) return content;
    const older = this.#older;
    const first = firstSeq(content) ?? Number.POSITIVE_INFINITY;
    const lacking = this.#lacking.get([older, first], () =>
      older.filter(({ seq }) => seq < first).map(({ part }) => part),
    );
    return this.#merged.get([lacking, content], () => lacking.concat(content));
  }

  /** Asks for the next page, unless one is on its way or nothing is missing. */
  fetch(content: readonly ContentPart[]): void {
    const page = this.#nextPage(content);
    if (page === undefined || this.#asking) return;
    this.#asking = true;
    this.#ask(page).then(
      (result) => this.#take(result, page, firstSeq(content)),
      (error: unknown) => {
        this.#asking = false;
        // The connection was lost: the request is repeated on the next frame.
        if (!isRefusal(error)) return;
        // Another host, or an older one, knows only the content.
        this.#whole = true;
        this.#joinedTo = firstSeq(content);
      },
    );
  }

  /** Fetches the newest commands of a terminal without content, and older ones until this one is there. Rejects as the host does. */
  async reach(seq: number): Promise<void> {
    let oldest: number | undefined;
    do {
      oldest = this.#older[0]?.seq;
      const page = { ...(oldest === undefined ? {} : { beforeSeq: oldest }), limit: PAGE };
      this.#take(await this.#ask(page), page, undefined);
    } while (this.#isBefore(seq, oldest));
  }

  /** Whether the last page had new commands, and the command is still older than all of them. */
  #isBefore(seq: number, oldestBefore: number | undefined): boolean {
    const oldest = this.#older[0]?.seq;
    if (oldest === undefined || oldest === oldestBefore || this.#whole) return false;
    return oldest > seq && this.#older.length < MAX_COMMANDS;
  }

  /** Changes the note or the bookmark of a command that the content no longer has. */
  annotate(commandId: string, change: Annotation): void {
    const at = this.#older.findLastIndex(({ part }) => part.commandId === commandId);
    const older = this.#older[at];
    if (older === undefined) return;
    this.#older = this.#older.with(at, { ...older, part: annotatedPart(older.part, change) });
    this.#onChange();
  }

  /** Drops everything: the terminal was cleared, or its content was sent again. */
  clear(): void {
    this.#older = [];
    this.#whole = false;
    this.#joinedTo = undefined;
  }

  #nextPage(content: readonly ContentPart[]): { beforeSeq?: number; limit: number } | undefined {
    const first = firstSeq(content);
    // Commands without numbers are those of a host that has nothing else.
    if (first === undefined && content.some(({ type }) => type === 'command')) return undefined;
    if (first !== undefined && first !== this.#joinedTo && this.#older.length > 0) {
      return { beforeSeq: first, limit: PAGE };
    }
    if (this.#whole || this.#older.length >= MAX_COMMANDS) return undefined;
    const beforeSeq = this.#older[0]?.seq ?? first;
    return { ...(beforeSeq === undefined ? {} : { beforeSeq }), limit: PAGE };
  }

  #take({ commands, more }: CommandsResult, page: { beforeSeq?: number }, first: number | undefined): void {
    this.#asking = false;
    const oldestKnown = this.#older[0]?.seq ?? Number.POSITIVE_INFINITY;
    const newestKnown = this.#older.at(-1)?.seq ?? 0;
    const found = commands
      .filter(this.#isListed)
      .map((summary) => ({ seq: summary.seq, part: partOf(summary) }));
    const [oldest] = found;
    const known = new Set(this.#older.map(({ seq }) => seq));
    const added = found.filter(({ seq }) => !known.has(seq));
    if (page.beforeSeq === first) this.#joinedTo = first;
    // A page that does not reach the known commands would leave a gap: the page before it is requested, too.
    const leavesHole = more && oldest !== undefined && newestKnown > 0 && oldest.seq > newestKnown + 1;
    const kept = leavesHole ? [] : this.#older;
    if (kept.length === 0 || (oldest?.seq ?? 0) <= oldestKnown) this.#whole = !more;
    if (added.length === 0) return;
    this.#older = [...kept, ...added].sort((one, other) => one.seq - other.seq);
    this.#onChange();
  }
}

/** Returns the number of the first numbered command in a content. */
function firstSeq(content: readonly ContentPart[]): number | undefined {
  for (const part of content) {
    const seq = part.type === 'command' ? cottyMeta<CommandMeta>(part._meta).seq : undefined;
    if (seq !== undefined) return seq;
  }
  return undefined;
}

/** Whether a command has ended, or will never be reported as ended. */
function isFinished({ isComplete, killedByRestart }: CommandSummary): boolean {
  return isComplete || killedByRestart === true;
}

/** Makes the part that the content would have, without its output. */
function partOf(summary: CommandSummary): CommandPart {
  const { commandId, commandLine, timestamp, isComplete, durationMs, exitCode, ...meta } = summary;
  const { counts } = meta;
  const omitted =
    counts === undefined ? {} : { omitted: { at: 0, chars: counts.chars, lines: counts.lines } };
  return {
    type: 'command',
    commandId,
    commandLine,
    output: '',
    timestamp,
    isComplete,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(exitCode === undefined ? {} : { exitCode }),
    _meta: { [META_KEY]: { ...meta, ...omitted } },
  };
}
