import { describe, expect, test } from 'vitest';
import { exitCodeMeanings } from '../../../src/cli/common/exit-code.ts';
import { flags, variables } from '../../../src/cli/common/help-pages.ts';
import { subcommands } from '../../../src/cli/common/subcommands.ts';
import { manPage } from '../../../src/cli/settings/man-page.ts';

const page = manPage('1.2.3-beta.4');
const lines = page.split('\n');

describe('the manual page', () => {
  test('names its program, version and section', () => {
    expect(lines[0]).toBe('.TH COTTY 1 "" "cotty 1.2.3\\-beta.4" "User Commands"');
    expect(lines.slice(1, 3)).toEqual([
      '.SH NAME',
      'cotty \\- a terminal multiplexer whose terminals people and agents share',
    ]);
  });

  test('has an entry for every subcommand, option, variable and exit code', () => {
    const wanted = [
      ...Object.keys(subcommands).map((name) => `cotty ${name.replaceAll('-', '\\-')}`),
      ...[...flags, ...variables].map(([left]) => left.replaceAll('-', '\\-').replaceAll('…', '...')),
      ...exitCodeMeanings.map(([code]) => String(code)),
    ];
    for (const each of wanted) expect(lines).toContain(`.B "${each}"`);
  });

  test('uses macros of man(7) alone, and no line of text that roff would take for one', () => {
    const macros = lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ')[0]);
    expect([...new Set(macros)].sort()).toEqual(['.B', '.BR', '.HP', '.SH', '.TH', '.TP']);
    expect(lines.slice(0, -1)).not.toContain('');
  });

  test('has no escape but those for hyphens', () => {
    expect(page.replaceAll('\\-', '')).not.toContain('\\');
    expect(page.replaceAll('\\-', '').replace(/"[^"]*"/g, '')).not.toMatch(/--/);
  });
});
