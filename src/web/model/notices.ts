/** The browser notifications of a hidden page: commands that have ended, and terminals that wait for a person. */

import {
  type Ended,
  endedBetween,
  endedText,
  isStopped,
  programNotice,
} from '../../client/ended-commands.ts';
import { isForUs, type Me } from '../../client/holder.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { PageNotice } from '../connect/notifier.ts';
import { hashOf } from './place.ts';
import { firstLine, type Need, type TerminalRow } from './terminal-rows.ts';

/** Least duration in milliseconds of a successful command for a notification, as in a window; a failed one always gets one. */
const LONG_MS = 10_000;
/** Characters shown of a command line; how it ended has to fit behind it. */
const COMMAND_CHARS = 80;

/** Returns the notices about commands that ended between two lists of the host. */
export function endNotices(
  before: readonly TerminalInfo[],
  after: readonly TerminalInfo[],
  { me, titleOf }: { readonly me: Me; readonly titleOf: (uri: string) => string },
): readonly PageNotice[] {
  return endedBetween(before, after)
    .filter((ended) => isForUs(ended.tab, me) && isNews(ended))
    .map((ended) => {
      const uri = ended.tab.resource;
      return { ...placed(uri), title: titleOf(uri), body: endedText(shortened(ended.commandLine), ended) };
    });
}

function isNews({ exitCode, began, finishedAt }: Ended): boolean {
  if (isStopped(exitCode)) return false;
  return (exitCode !== undefined && exitCode !== 0) || finishedAt - began >= LONG_MS;
}

function shortened(commandLine: string): string {
  const line = nameText(firstLine(commandLine));
  const chars = Array.from(line);
  return chars.length > COMMAND_CHARS ? `${chars.slice(0, COMMAND_CHARS - 1).join('')}…` : line;
}

/** `failed` is told with its command when it ends. */
const SAYS: { readonly [N in Exclude<Need, 'failed' | 'notice'>]: string } = {
  waits: 'Its program waits for you.',
  asks: 'An agent asks for it.',
  secret: 'It waits for a password.',
  error: 'Its program has failed.',
  done: 'Its program is done.',
  bell: 'It rang.',
};

/** The notice about a terminal that needs a person; undefined where another notice tells it. */
export function needNotice(
  { uri, title, need, program }: TerminalRow,
  info: TerminalInfo | undefined,
): PageNotice | undefined {
  if (need === undefined || need === 'failed') return undefined;
  if (need === 'waits' && program !== undefined) return { ...placed(uri), title, body: program.words };
  if (need !== 'notice') return { ...placed(uri), title, body: SAYS[need] };
  const { notice } = cottyMeta<TerminalMeta>(info?._meta);
  return notice && { ...placed(uri), title, body: nameText(programNotice(notice)) };
}

function placed(uri: string): Pick<PageNotice, 'tag' | 'hash'> {
  return { tag: uri, hash: hashOf({ kind: 'terminal', uri }) };
}
