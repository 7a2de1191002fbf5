/** One result of `cotty doctor`. */

export type Finding = {
  /** Name that never changes, for scripts. */
  readonly id: string;
  /** `yes` and `no` state a fact without judging it; `bad` keeps cotty from working; `unknown` could not be tested. */
  readonly status: 'yes' | 'no' | 'bad' | 'unknown' | 'info';
  readonly text: string;
  /** Advice for the user. */
  readonly hint?: string;
};

const signs: Readonly<Record<Finding['status'], string>> = {
  yes: 'yes',
  no: 'no',
  bad: 'BAD',
  unknown: '?',
  info: '·',
};

export function formatFindings(groups: readonly (readonly [string, readonly Finding[]])[]): string {
  return groups
    .filter(([, findings]) => findings.length > 0)
    .map(([title, findings]) => `${title}\n${findings.map(line).join('')}`)
    .join('\n');
}

function line({ status, text, hint }: Finding): string {
  const more = hint === undefined ? '' : `${hint.replace(/^/gm, '         ')}\n`;
  return `  ${signs[status].padEnd(5)}${text}\n${more}`;
}
