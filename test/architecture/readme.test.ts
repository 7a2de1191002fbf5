import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { toolsOf } from '../../src/mcp/tool-list.ts';
import { readmeKeyTable } from '../../src/tui/keys/help/help-text.ts';
import { allReadmes, brokenLinks, expectGenerated, readReadme, unknownWords } from '../support/readme.ts';
import { readmePicture } from '../support/readme-picture.ts';

const readme = readReadme('README.md');
const section = (title: string) => readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

describe('the README', () => {
  test('shows the window as it is (npm run readme brings it up to date)', async () => {
    await expectGenerated('README.md', { picture: `\`\`\`\n${await readmePicture()}\n\`\`\`` });
  });

  test('names the oldest Node that works', () => {
    expect(section('Start')).toContain(`Node ${manifest.engines.node.replace('>=', '')} or newer`);
  });

  test('names every tool of `cotty mcp` and no other', () => {
    const named = [...section('Agents').matchAll(/`(term_\w+)`/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(
      toolsOf({ compat: false })
        .map(({ name }) => name)
        .sort(),
    );
  });

  test('shows only keys that are bound', () => {
    const rows = section('Keys')
      .split('\n')
      .filter((line) => /^\| `/.test(line));
    const keys = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)]);
    const bound = readmeKeyTable();
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.map(([code]) => code).filter((code) => !bound.includes(code))).toEqual([]);
  });
});

describe.each(allReadmes())('%s', (path) => {
  test('links to what is there', () => {
    expect(brokenLinks(path)).toEqual([]);
  });

  test('shows only subcommands and options that exist', () => {
    expect(unknownWords(path)).toEqual([]);
  });
});
