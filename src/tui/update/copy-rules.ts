/** Rules for what the program of the tab in front copies (OSC 52): to the clipboard, after a question, or not at all. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { holderOf } from '../model/derived/holder.ts';
import type { Model } from '../model/model.ts';
import { activeTab, type Step, step } from '../model/step.ts';
import { oneLine } from '../outer/one-line.ts';

/** Characters of the text that the question shows. */
const SHOWN_CHARS = 40;

export function programCopied(model: Model, uri: string, text: string): Step {
  const tab = activeTab(model);
  const { clipboard } = model.settings;
  if (tab === undefined || tab.resource !== uri || clipboard === 'off' || !isOurs(model, tab))
    return step(model);
  const count = `${text.length} ${text.length === 1 ? 'character' : 'characters'}`;
  const copy = { kind: 'copy', text, what: `${count} from ${tab.title}` } as const;
  if (clipboard === 'on' && !isAgents(tab)) return step(model, copy);
  // One question at a time: a program that copies again and again must not pile them up.
  if (model.dialog !== undefined) return step(model);
  const question = `Copy ${count} from ${tab.title}? "${oneLine(text, SHOWN_CHARS)}"`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: copy } });
}

/** Whether the terminal is used from here: somebody else's program does not change the clipboard of those who watch. */
function isOurs(model: Model, tab: TerminalInfo): boolean {
  const { kind } = holderOf(tab, model.me);
  return kind === 'me' || kind === 'gone' || tab.claim.kind === 'session';
}

/** Whether an agent holds the terminal or has typed the command that runs. */
function isAgents(tab: TerminalInfo): boolean {
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  return tab.claim.kind === 'session' || running?.writer?.startsWith('agent:') === true;
}
