import { expect, it } from 'vitest';
import { junit } from '../../../src/cli/play/junit.ts';

it('a JUnit report escapes what a file and a program have written', () => {
  const step = (line: number, commandLine: string) => ({ line, commandLine, heading: 'A "head" & more' });
  const none = { headline: '', details: '', durationMs: 0 };
  const text = junit('a<b>.md', [
    { ...none, step: step(1, 'true\nsecond'), outcome: 'same', durationMs: 1500 },
    { ...none, step: step(4, 'x'), outcome: 'differs', headline: '"1" < 2', details: '- \x1b[1m]]>\n' },
    { ...none, step: step(9, 'y'), outcome: 'skipped' },
    { ...none, step: step(12, 'z'), outcome: 'not run' },
  ]);
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" skipped="2" time="1.500">
  <testsuite name="a&lt;b&gt;.md" tests="4" failures="1" skipped="2" time="1.500">
    <testcase classname="A &quot;head&quot; &amp; more" name="1: true" time="1.500"/>
    <testcase classname="A &quot;head&quot; &amp; more" name="4: x" time="0.000"><failure message="&quot;1&quot; &lt; 2">-  [1m]]&gt;&#10;</failure></testcase>
    <testcase classname="A &quot;head&quot; &amp; more" name="9: y" time="0.000"><skipped message="the file says so"/></testcase>
    <testcase classname="A &quot;head&quot; &amp; more" name="12: z" time="0.000"><skipped message="a step before it differs"/></testcase>
  </testsuite>
</testsuites>
`);
});
