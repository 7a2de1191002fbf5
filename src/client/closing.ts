/** Why a terminal is not closed without a question: who would lose it, and what would end with it. A sentence each. */

import { cottyMeta } from '../protocol/common/meta.ts';
import { nameText } from '../protocol/common/name-text.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { TerminalWork } from '../protocol/cotty/cotty-requests.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { holderOf, type Me } from './holder.ts';
import { shownName } from './terminal-names.ts';

/** Longest command line in a question, in characters, and limits of jobs and of terminals that it names. */
const [LINE_CHARS, MOST_JOBS, MOST_NAMED] = [48, 5, 6];

/** Returns who loses a running terminal, if somebody else holds it. */
export function heldBy(tab: TerminalInfo, me: Me, name = 'it'): readonly string[] {
  const holder = holderOf(tab, me);
  return holder.kind === 'other' && tab.lifecycle.status === 'running'
    ? [`${holder.name} holds ${name}.`]
    : [];
}

/** Returns what would end with a terminal, as the host reports it. */
export function workIn({ running, jobs }: TerminalWork): readonly string[] {
  const names = jobs.slice(0, MOST_JOBS).join(', ');
  const more = jobs.length > MOST_JOBS ? ` and ${jobs.length - MOST_JOBS} more` : '';
  return [
    ...(running === null ? [] : [`${shortLine(running)} runs there.`]),
    ...(jobs.length === 0
      ? []
      : [`Its shell has ${jobs.length === 1 ? 'a job' : `${jobs.length} jobs`}: ${names}${more}.`]),
  ];
}

/** Returns who loses terminals that are closed together, and which commands run there. */
export function lossesIn(tabs: readonly TerminalInfo[], me: Me): readonly string[] {
  const held = tabs.flatMap((tab) => heldBy(tab, me, shownName(tab)));
  const busy = tabs.flatMap((tab) => {
    const { running } = cottyMeta<TerminalMeta>(tab._meta);
    return running === undefined ? [] : [`${shortLine(running.commandLine)} runs in ${shownName(tab)}.`];
  });
  const more = busy.length > MOST_NAMED ? [`and ${busy.length - MOST_NAMED} more`] : [];
  return [...held.slice(0, MOST_NAMED), ...busy.slice(0, MOST_NAMED), ...more];
}

function shortLine(text: string): string {
  return [...nameText(text.slice(0, 4 * LINE_CHARS)).trim()].slice(0, LINE_CHARS).join('');
}
