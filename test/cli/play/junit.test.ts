import { expect, it } from 'vitest';
import { junit } from '../../../src/cli/play/play.ts';

it('a JUnit report escapes what a file and a program have written', () => {
  const step = (line: number, commandLine: string) => ({ line, commandLine, heading: 'A "head" & more' });
  const none = { headline: '', details: '', durationMs: 0 };
  const text = junit(
    'a<b>.md',
    [
      { ...none, step: step(1, 'true\nsecond'), outcome: 'same', durationMs: 1500 },
      { ...none, step: step(4, 'x'), outcome: 'differs', headline: '"1" < 2', details: '- \x1b[1m]]>\n' },
      { ...none, step: step(9, 'y'), outcome: 'skipped', headline: 'the file says so' },
      { ...none, step: step(12, 'z'), outcome: 'not run', headline: 'a step before it "differs"' },
      { ...none, step: step(15, 'w'), outcome: 'same', headline: 'masked: 1 time' },
    ],
    'left out: 1 block, line 20 (<js>)',
  );
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="1" skipped="2" time="1.500">
  <testsuite name="a&lt;b&gt;.md" tests="5" failures="1" skipped="2" time="1.500">
    <testcase classname="A &quot;head&quot; &amp; more" name="1: true" time="1.500"/>
    <testcase classname="A &quot;head&quot; &amp; more" name="4: x" time="0.000"><failure message="&quot;1&quot; &lt; 2">-  [1m]]&gt;&#10;</failure></testcase>
    <testcase classname="A &quot;head&quot; &amp; more" name="9: y" time="0.000"><skipped message="the file says so"/></testcase>
    <testcase classname="A &quot;head&quot; &amp; more" name="12: z" time="0.000"><skipped message="a step before it &quot;differs&quot;"/></testcase>
    <testcase classname="A &quot;head&quot; &amp; more" name="15: w" time="0.000"><system-out>masked: 1 time</system-out></testcase>
    <system-out>left out: 1 block, line 20 (&lt;js&gt;)</system-out>
  </testsuite>
</testsuites>
`);
});
