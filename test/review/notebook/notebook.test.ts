import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exported } from '../../../src/review/export/exported.ts';
import { written } from '../../../src/review/export/formats.ts';
import { parseNotebook } from '../../../src/review/notebook/notebook.ts';
import { stepResult } from '../../../src/review/notebook/step-result.ts';
import { styledOutput } from '../../../src/screen/text/styled-output.ts';
import { run } from '../export/sample-runs.ts';

const lines = (...text: readonly string[]) => text.join('\n');

describe('a notebook', () => {
  it('has a step for each block of shell, with its line and the heading above', () => {
    const text = lines(
      '# First',
      '',
      '```sh',
      'echo one',
      'echo two',
      '```',
      '',
      '```js',
      'no()',
      '```',
      'Second',
      '---',
      '~~~ bash',
      'echo ```',
      '~~~',
    );
    expect(parseNotebook(text)).toEqual([
      { commandLine: 'echo one\necho two', line: 3, heading: 'First' },
      { commandLine: 'echo ```', line: 13, heading: 'Second' },
    ]);
  });

  it('finds blocks in lists and quotes, and none in indented code or comments', () => {
    const text = lines(
      '- item',
      '',
      '  ```sh',
      '  in a list',
      '  ```',
      '',
      '> ```shell',
      '> in a quote',
      '> ```',
      '',
      '    ```sh',
      '    indented',
      '    ```',
      '',
      '<!--',
      '```sh',
      'in a comment',
      '```',
      '-->',
    );
    expect(parseNotebook(text).map(({ commandLine, line }) => [commandLine, line])).toEqual([
      ['in a list', 3],
      ['in a quote', 7],
    ]);
  });

  it('reads the commands of a console block with what each has printed', () => {
    const text = lines('```console', 'before', '$ cat <<E', '> x', '> E', 'x', '> y', '$ true', '```');
    expect(parseNotebook(text)).toEqual([
      { commandLine: 'cat <<E\nx\nE', line: 3, recorded: { output: 'x\n> y\n' } },
      { commandLine: 'true', line: 8, recorded: { output: '' } },
    ]);
  });

  it('takes the text behind a block for its result only if the block was exported, or is called output', () => {
    const text = lines(
      '```sh',
      'ls',
      '```',
      '```text',
      'a picture',
      '```',
      '```sh',
      'ls',
      '```',
      '```output',
      'a',
      '```',
    );
    expect(parseNotebook(text).map(({ recorded }) => recorded)).toEqual([undefined, { output: 'a\n' }]);
  });

  it('skips a block below a comment that says so, and that one alone', () => {
    const text = lines('<!-- cotty play: skip -->', '', '```sh', 'one', '```', '', '```sh', 'two', '```');
    expect(parseNotebook(text).map(({ skip }) => skip)).toEqual([true, undefined]);
  });

  it('has the commands and results of every export again, whatever they hold', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '`', '~', ' ', '#', '<', '-', '\n', '$', '%', '=') });
    const command = text.filter((line) => line.trim() !== '' && !line.endsWith('\n'));
    fc.assert(
      fc.property(fc.array(fc.tuple(command, text, fc.nat(255)), { minLength: 1, maxLength: 4 }), (all) => {
        const runs = all.map(([line, output, exitCode], index) =>
          run(index + 1, line, output.replaceAll('\n', '\r\n'), { exitCode }),
        );
        const notebook = written('md', exported(runs, styledOutput, { withSecrets: true }).runs, {});
        const steps = parseNotebook(notebook);
        expect(steps.map(({ commandLine }) => commandLine)).toEqual(all.map(([line]) => line));
        for (const [index, step] of steps.entries()) {
          expect(step.recorded?.exitCode).toBe(all[index]?.[2]);
          const played = runs[index];
          if (played !== undefined) expect(stepResult(step, played).same).toBe(true);
        }
      }),
    );
  });
});

describe('the result of a step', () => {
  const [step] = parseNotebook(
    lines('```sh exit=1 ms=2000', 'make', '```', '```text', 'took 12 ms', 'failed', '```'),
  );

  it('is the same when only noise differs', () => {
    if (step === undefined) throw new Error('no step');
    expect(stepResult(step, run(1, 'make', 'took 9 ms\r\nfailed\r\n', { exitCode: 1 })).same).toBe(true);
  });

  it.each([
    ['another exit code', run(1, 'make', 'took 12 ms\r\nfailed\r\n', { exitCode: 2 })],
    ['another line', run(1, 'make', 'took 12 ms\r\nfailed twice\r\n', { exitCode: 1 })],
  ])('differs by %s', (_what, played) => {
    if (step === undefined) throw new Error('no step');
    expect(stepResult(step, played).same).toBe(false);
  });

  it('of a step that was never recorded wants exit code 0', () => {
    const [bare] = parseNotebook(lines('```sh', 'make', '```'));
    if (bare === undefined) throw new Error('no step');
    expect(stepResult(bare, run(1, 'make', 'x', { exitCode: 0 })).same).toBe(true);
    expect(stepResult(bare, run(1, 'make', 'x', { exitCode: 1 }))).toMatchObject({
      same: false,
      headline: 'exit 0 → 1',
    });
  });
});
