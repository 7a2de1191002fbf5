/** One thing `doctor` found out. */

export type Finding = {
  /** Stable, for scripts. */
  readonly id: string;
  /** `yes` and `no` are facts, not marks; `bad` keeps cotty from working, `unknown` could not be found out. */
  readonly status: 'yes' | 'no' | 'bad' | 'unknown' | 'info';
  readonly text: string;
  /** What to do about it. */
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
