/** Applies the rules of an agent to what its terminal shows. */

import type { ProgramNotice } from '../../screen/report/program-notice.ts';
import type { AgentRules, Rule } from './rules.ts';

/** What rules look at. What is undefined was not looked at, or is not there: rules on it do not match. */
export type Seen = {
  readonly title: string;
  readonly notice?: ProgramNotice | undefined;
  /** The last rows that have text in them, from top to bottom. */
  readonly rows?: readonly string[] | undefined;
};

/** Returns the first rule that matches. */
export function decidingRule(
  { rules }: AgentRules,
  seen: Seen,
  accepts: (rule: Rule) => boolean = () => true,
): Rule | undefined {
  return rules.find((rule) => accepts(rule) && matches(rule, seen));
}

function matches(rule: Rule, seen: Seen): boolean {
  const texts = textsFor(rule, seen);
  if (texts === undefined) return false;
  const isThere = ({ test }: { readonly test: (text: string) => boolean }) => texts.some(test);
  return (
    (rule.last === undefined || rule.last.test(texts.at(-1) ?? '')) &&
    rule.all.every(isThere) &&
    (rule.any.length === 0 || rule.any.some(isThere)) &&
    !rule.none.some(isThere)
  );
}

function textsFor({ on, rows: count }: Rule, { title, notice, rows }: Seen): readonly string[] | undefined {
  switch (on) {
    case 'title':
      return title === '' ? undefined : [title];
    case 'notice':
      return notice && [[notice.title, notice.body].filter((part) => part !== '').join(': ')];
    case 'screen':
      return rows?.slice(-count);
  }
}

/** What stands around texts in boxes and lists. */
const AROUND = /^[\s\u2500-\u257f▌●•◆△⚠⎿?]+|[\s\u2500-\u257f]+$/gu;
/** Limit of a question in characters. */
const MAX_QUESTION = 500;

/** Returns the text of the question, from the rows that the rule names; undefined if they are not there. */
export function questionOf(rule: Rule, { rows = [], notice }: Seen): string | undefined {
  if (rule.on === 'notice') return notice?.body || undefined;
  const shown = rows.slice(-rule.rows);
  const parts = rule.question.flatMap(({ test }) => shown.findLast(test) ?? []);
  const text = parts.map((part) => part.replace(AROUND, '')).join(' ');
  return text === '' ? undefined : Array.from(text).slice(0, MAX_QUESTION).join('');
}
