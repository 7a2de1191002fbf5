/** Writes what became of the steps of a notebook as a JUnit file, which CI systems read. */

import type { Step } from '../../review/notebook/notebook.ts';

export type CheckedStep = {
  readonly step: Step;
  readonly outcome: 'same' | 'differs' | 'skipped' | 'not run';
  /** What differs, what was masked, or why it was not run. */
  readonly headline: string;
  /** What differs, as lines. */
  readonly details: string;
  readonly durationMs: number;
};

/** `leftOut`: which blocks of the file are no steps, in words; empty if there are none. */
export function junit(file: string, steps: readonly CheckedStep[], leftOut: string): string {
  const count = (outcome: CheckedStep['outcome']) => steps.filter((each) => each.outcome === outcome).length;
  const seconds = steps.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const counts = `tests="${steps.length}" failures="${count('differs')}" skipped="${count('skipped') + count('not run')}" time="${seconds.toFixed(3)}"`;
  const cases = steps.map(({ step, outcome, headline, details, durationMs }) => {
    const name = `${step.line}: ${step.commandLine.split('\n', 1)[0] ?? ''}`;
    const head = `    <testcase classname="${escaped(step.heading ?? file)}" name="${escaped(name)}" time="${(durationMs / 1000).toFixed(3)}"`;
    if (outcome === 'same')
      return headline === ''
        ? `${head}/>`
        : `${head}><system-out>${escaped(headline)}</system-out></testcase>`;
    const inner =
      outcome === 'differs'
        ? `<failure message="${escaped(headline)}">${escaped(details)}</failure>`
        : `<skipped message="${escaped(headline)}"/>`;
    return `${head}>${inner}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(file)}" ${counts}>`,
    ...cases,
    ...(leftOut === '' ? [] : [`    <system-out>${escaped(leftOut)}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** XML 1.0 has no control characters but tab and line ends, not even escaped: a space stands for each. */
function escaped(text: string): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isControl = (code < 0x20 && code !== 0x09 && code !== 0x0a) || code === 0xfffe || code === 0xffff;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    out += isControl || isHalf ? ' ' : (ENTITIES[char] ?? char);
  }
  return out;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};
