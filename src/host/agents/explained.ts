/** What the rules of an agent make of a title, a notice and a screen, for `cotty agent explain`. */

import type { Explanation } from '../../protocol/cotty/program.ts';
import { decidingRule, questionOf, type Seen } from './decide.ts';
import type { AgentRules, Rule } from './rules.ts';

/** Rows that are shown: enough for every dialog. */
const MOST_SHOWN = 12;

type Explained = Pick<Explanation, 'title' | 'notice' | 'rows' | 'agent' | 'rule'>;

export function explainedBy(agent: AgentRules | undefined, seen: Seen): Explained {
  const { title, notice, rows = [] } = seen;
  const rule = agent === undefined ? undefined : decidingRule(agent, seen);
  return {
    title,
    notice: notice === undefined ? null : { title: notice.title, body: notice.body },
    rows: rows.slice(-Math.max(MOST_SHOWN, rule?.on === 'screen' ? rule.rows : 0)),
    agent: agent?.name ?? null,
    rule: rule === undefined ? null : ruleFound(rule, seen),
  };
}

function ruleFound(rule: Rule, seen: Seen): NonNullable<Explanation['rule']> {
  const { on, line, state, kind } = rule;
  const msg = questionOf(rule, seen);
  return { on, line, state, ...(kind === undefined ? {} : { kind }), ...(msg === undefined ? {} : { msg }) };
}
