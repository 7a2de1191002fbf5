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
    expect(parseNotebook(text).steps).toEqual([
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
    expect(parseNotebook(text).steps.map(({ commandLine, line }) => [commandLine, line])).toEqual([
      ['in a list', 3],
      ['in a quote', 7],
    ]);
  });

  it('reads the commands of a console block with what each has printed', () => {
    const text = lines('```console', 'before', '$ cat <<E', '> x', '> E', 'x', '> y', '$ true', '```');
    expect(parseNotebook(text).steps).toEqual([
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
    expect(parseNotebook(text).steps.map(({ recorded }) => recorded)).toEqual([undefined, { output: 'a\n' }]);
  });

  it('begins behind a byte order mark, and reads files with CRLF', () => {
    const text = ['\ufeff```sh', 'echo one', '```', '', '```console', '$ echo two', 'two', '```', ''].join(
      '\r\n',
    );
    expect(parseNotebook(text)).toEqual({
      steps: [
        { commandLine: 'echo one', line: 1 },
        { commandLine: 'echo two', line: 6, recorded: { output: 'two\n' } },
      ],
      leftOut: [],
    });
  });

  it('names the blocks that it leaves out', () => {
    const text = lines(
      ...['# Shell', '````md', '```sh', 'echo nested', '```', '````', '```sh', 'echo nested', '```'],
      ...['    indented', '', '~~~', 'text', '~~~', '```sh', '```', '```console', 'no command', '```'],
      ...['```sh exit=0', 'date', '```', '```text', 'its output', '```', '- ```js', '  no()', '  ```'],
    );
    expect(parseNotebook(text)).toEqual({
      steps: [
        { commandLine: 'echo nested', line: 7, heading: 'Shell' },
        {
          commandLine: 'date',
          line: 20,
          heading: 'Shell',
          recorded: { output: 'its output\n', exitCode: 0 },
        },
      ],
      leftOut: [
        { line: 2, what: 'md' },
        { line: 10, what: 'indented' },
        { line: 12, what: 'no language' },
        { line: 15, what: 'empty' },
        { line: 17, what: 'console without "$ "' },
        { line: 26, what: 'js' },
      ],
    });
  });

  it('knows the line of each step, whatever stands around it', () => {
    let made = 0;
    const block = fc.record({
      fence: fc.constantFrom('```', '````', '~~~', '~~~~~'),
      info: fc.constantFrom('sh', ' bash', 'md'),
    });
    const code = block.map(({ fence, info }) => {
      made += 1;
      const inner = fence === '````' ? ['```sh', 'rm nested', '```'] : [];
      return [`${fence}${info}`, `echo ${info.trim()} ${made}`, ...inner, '', `echo end`, fence];
    });
    const other = fc.constantFrom<readonly string[]>(
      ['text', 'goes on'],
      ['# A heading'],
      ['Heading', '---'],
      ['', ''],
      ['[ref]: http://x'],
      ['[ref]: http://x', '[ref]: http://y'],
      ['<!-- a', '', 'comment -->'],
      ['<details>', '', '</details>'],
      ['| a | b |', '| - | - |', '| 1 | 2 |'],
      ['    indented', '', '    more'],
      ['* * *'],
      ['- one', '- two', '', '  more'],
      ['```js', '```sh', 'no()', '```'],
    );
    const around = fc.constantFrom<(lines: readonly string[]) => readonly string[]>(
      (inner) => inner,
      (inner) => inner.map((line) => `> ${line}`.trimEnd()),
      (inner) => inner.map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`.trimEnd())),
      (inner) => ['- item', '', ...inner.map((line) => `  ${line}`.trimEnd())],
      (inner) => ['1. item', '   - item', '', ...inner.map((line) => `     ${line}`.trimEnd())],
      (inner) => ['- item', '  > quote', '  >', ...inner.map((line) => `  > ${line}`.trimEnd())],
    );
    const part = fc.oneof(
      other,
      fc.tuple(code, around, around).map(([inner, one, two]) => two(one(inner))),
    );
    const end = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), end, (parts, lineEnd) => {
        const written = parts.flatMap((each) => ['', ...each, '']);
        const { steps } = parseNotebook(written.join(lineEnd));
        const wanted = written.flatMap((line, at) => {
          const [, info] = /echo (sh|bash) \d/.exec(line) ?? [];
          return info === undefined ? [] : [at];
        });
        expect(steps.map(({ line }) => line)).toEqual(wanted);
      }),
    );
  });

  it('skips a block below a comment that says so, and that one alone', () => {
    const text = lines('<!-- cotty play: skip -->', '', '```sh', 'one', '```', '', '```sh', 'two', '```');
    expect(parseNotebook(text).steps.map(({ skip }) => skip)).toEqual([true, undefined]);
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
        const { steps, leftOut } = parseNotebook(notebook);
        expect(leftOut).toEqual([]);
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
  ).steps;

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
    const [bare] = parseNotebook(lines('```sh', 'make', '```')).steps;
    if (bare === undefined) throw new Error('no step');
    expect(stepResult(bare, run(1, 'make', 'x', { exitCode: 0 })).same).toBe(true);
    expect(stepResult(bare, run(1, 'make', 'x', { exitCode: 1 }))).toMatchObject({
      same: false,
      headline: 'exit 0 → 1',
    });
  });
});
