import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf } from '../../../../src/client/blocks/block.ts';
import type { HeaderLine } from '../../../../src/tui/blocks/block/body-line.ts';
import { type BlockLine, blockLine } from '../../../../src/tui/blocks/header/header-row.ts';
import { spanWidth } from '../../../../src/tui/blocks/header/span.ts';
import { command, ME, stateOf } from '../sample.ts';

const AT = new Date(2026, 5, 15, 10, 4).getTime();
const look = (cols: number, ascii = false) => ({ cols, now: AT, ascii });
const textOf = (line: BlockLine, cols: number, ascii = false) =>
  blockLine(line, look(cols, ascii))
    .map(({ text }) => text)
    .join('');

function header(change: Parameters<typeof command>[0] = {}, line: Partial<HeaderLine> = {}): HeaderLine {
  const part = command({ commandLine: 'npm test', exitCode: 1, durationMs: 3_100, timestamp: AT, ...change });
  const [block] = blocksOf(stateOf([part]), ME, '/home/mara') as [Block];
  return { kind: 'header', block, fold: 'open', empty: false, selected: false, ...line };
}

describe('the header', () => {
  test('says everything in one line', () => {
    const meta = { writer: 'agent:ada', cwd: 'file:///home/mara/src' };
    expect(textOf(header({ meta }), 60)).toBe('  ✗ 1  npm test                  ~/src  @ada  3.1s  10:04   ');
    expect(textOf(header({ exitCode: 0, meta: { writer: ME } }, { fold: 'closed' }), 50)).toBe(
      '▸ ✓  npm test                       3.1s  10:04   ',
    );
  });

  test('tells a duration from a second on, and that of a running command', () => {
    expect(textOf(header({ exitCode: 0, durationMs: 999 }), 40)).toBe(
      '  ✓  npm test                   10:04   ',
    );
    const spans = blockLine(header({ durationMs: 60_000 }), look(60));
    expect(spans.find(({ role }) => role === 'long')?.text).toBe('1m 00s');
    const { block } = header({ isComplete: false, timestamp: AT - 18_000 });
    expect(textOf({ kind: 'header', block, fold: 'open', empty: true, selected: false }, 40)).toBe(
      '  ●  npm test              18s  10:03   ',
    );
  });

  test('is a rule where it stands on no surface', () => {
    const line = blockLine(header({ exitCode: 0, durationMs: 400 }), { ...look(40), rules: true });
    expect(line.map(({ text }) => text).join('')).toBe('  ✓  npm test ────────────────  10:04   ');
  });

  test('marks the selected block without colour, and what cannot unfold by nothing', () => {
    expect(textOf(header({}, { selected: true, empty: true }), 20)).toBe('› ✗ 1  npm test     ');
  });

  test('has an ASCII twin', () => {
    expect(textOf(header({}, { fold: 'closed', selected: true }), 50, true)).toBe(
      '> x 1  npm test                     3.1s  10:04   ',
    );
  });

  test('cuts only the command, and leaves out facts where there is no room for it', () => {
    const meta = { writer: 'agent:ada', cwd: 'file:///home/mara/src/app', unverified: true };
    const long = header({ commandLine: 'npm run a-rather-long-script -- --with --flags', meta });
    expect([30, 48, 60, 70, 100].map((cols) => textOf(long, cols))).toEqual([
      '  ✗ 1  npm run a-rather-long-…',
      '  ✗ 1  npm run a-rather-long-script --…  3.1s   ',
      '  ✗ 1  npm run a-rather-long-scr…  unverified  @ada  3.1s   ',
      '  ✗ 1  npm run a-rather-long-sc…  ~/src/app  unverified  @ada  3.1s   ',
      '  ✗ 1  npm run a-rather-long-script -- --with --flags    ~/src/app  unverified  @ada  3.1s  10:04   ',
    ]);
  });

  test('shows the first line of a longer command, with a sign when folded', () => {
    const commandLine = 'for i in 1\ndo echo $i\ndone';
    expect(textOf(header({ commandLine }, { fold: 'tail' }), 30)).toContain('for i in 1 +2 lines');
    expect(textOf(header({ commandLine }), 30)).not.toContain('lines');
  });

  test('never lets a control character through', () => {
    const text = textOf(header({ commandLine: 'echo \x1b]0;x\x07\t\x9b1m' }), 60);
    expect(text).toContain('echo ^[]0;x^G \\x9b1m');
  });

  test('marks what is searched for', () => {
    const spans = blockLine(header({}, { query: 'test' }), look(40));
    expect(spans.filter(({ role }) => role === 'match').map(({ text }) => text)).toEqual(['test']);
  });
});

describe('the other lines', () => {
  test('are a rule with a word, notes and further lines of a command', () => {
    const { block } = header();
    expect(textOf({ kind: 'separator', label: 'closed' }, 16)).toBe('── closed ──────');
    expect(textOf({ kind: 'separator', label: 'closed' }, 16, true)).toBe('-- closed ------');
    expect(textOf({ kind: 'note', block, text: '… 212 lines, o opens' }, 26)).toBe(
      '     … 212 lines, o opens ',
    );
    expect(textOf({ kind: 'note', block, text: '… 212 lines, o opens' }, 26, true)).toBe(
      '     ... 212 lines, o o...',
    );
    expect(textOf({ kind: 'command', block, text: 'done', index: 0 }, 10)).toBe('     done ');
    expect(textOf({ kind: 'blank' }, 4)).toBe('    ');
  });
});

describe('any line', () => {
  test('is exactly as wide as the window', () => {
    const line = fc.oneof(
      fc
        .record({
          commandLine: fc.string({ unit: 'grapheme' }),
          exitCode: fc.integer({ min: 0, max: 255 }),
          cwd: fc.string(),
          writer: fc.string({ unit: 'grapheme' }),
        })
        .map(({ commandLine, exitCode, cwd, writer }) =>
          header({ commandLine, exitCode, meta: { cwd, writer } }),
        ),
      fc.constant<BlockLine>({ kind: 'separator', label: 'closed' }),
      fc.string({ unit: 'grapheme' }).map(
        (text): BlockLine => ({
          kind: 'command',
          block: header().block,
          text: text.replace(/\p{Cc}/gu, ''),
          index: 0,
        }),
      ),
    );
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 120 }), fc.boolean(), (any, cols, ascii) => {
        expect(spanWidth(blockLine(any, look(cols, ascii)))).toBe(cols);
      }),
    );
  });
});
