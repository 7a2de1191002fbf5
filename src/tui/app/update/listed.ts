/** The host's list has changed: tabs, and what has happened in those that nobody looks at. */

import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../model.ts';
import type { Look, Step } from '../step.ts';
import { endedSince, notices } from './notices.ts';
import { terminalsListed } from './tabs.ts';

export function listed(model: Model, look: Look, tabs: readonly TerminalInfo[]): Step {
  const ended = endedSince(model, tabs);
  const { model: next, effects } = terminalsListed(model, look, tabs);
  return { model: next, effects: [...effects, ...notices(next, ended, look.now)] };
}
