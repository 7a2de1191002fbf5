import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { toolsOf } from '../../src/mcp/tool-list.ts';
import { readmeKeyTable } from '../../src/tui/keys/help/help-text.ts';
import { allReadmes, brokenLinks, readReadme, unknownWords } from '../support/readme.ts';
import { PHONE_PICTURE, pictureFile, SCENES } from '../support/readme-pictures.ts';

const readme = readReadme('README.md');
const section = (title: string) => readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

describe('the README', () => {
  test('says what each picture shows', () => {
    const shown = Object.entries(SCENES).map(
      ([scene, text]) => `![${text}](fixtures/pictures/readme-${scene}.svg)`,
    );
    expect(shown.filter((picture) => !readme.includes(picture))).toEqual([]);
  });

  test('has a picture of the page on a phone, as large as its screen', () => {
    const picture = readFileSync(pictureFile(PHONE_PICTURE));
    const size = { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
    expect(size).toEqual({ width: 2 * 390, height: 2 * 844 });
    expect(picture.length).toBeLessThan(150_000);
    expect(readme).toContain(`fixtures/pictures/readme-${PHONE_PICTURE}`);
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
