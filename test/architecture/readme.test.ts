import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { mainHelp } from '../../src/cli/ground/help-pages.ts';
import { settingsTable } from '../../src/tui/config/sample.ts';
import { readmeKeyTable } from '../../src/tui/keys/help/help-text.ts';
import { toolTable } from '../support/tool-table.ts';

const path = fileURLToPath(new URL('../../README.md', import.meta.url));
const readme = readFileSync(path, 'utf8');

/** Puts `text` between the two markers of a generated part. */
function fill(document: string, part: string, text: string): string {
  const marked = new RegExp(`(<!-- ${part}: [^>]*-->\n)[^]*?(<!-- /${part} -->)`);
  expect(document).toMatch(marked);
  return document.replace(marked, (_all, start, end) => `${start}\n${text.trim()}\n\n${end}`);
}

describe('the README', () => {
  test('shows keys, settings and tools as they are (npm run readme brings them up to date)', async () => {
    const parts = { keys: readmeKeyTable(), settings: settingsTable(), tools: toolTable() };
    const generated = Object.entries(parts).reduce((text, [part, made]) => fill(text, part, made), readme);
    await expect(generated).toMatchFileSnapshot(path);
  });

  test('shows only subcommands and options that exist', () => {
    const help = mainHelp('0');
    const lines = readme.split('\n').flatMap((line) => /^(cotty [^#]*)/.exec(line)?.[1] ?? []);
    const written = lines.flatMap(
      (line) => (line.split(' -- ')[0] ?? '').match(/(?<=^cotty )[a-z]+|--[a-z]+/g) ?? [],
    );
    expect(written).toContain('--json');
    expect(written.filter((word) => !help.includes(word.startsWith('-') ? word : `cotty ${word}`))).toEqual(
      [],
    );
  });
});
