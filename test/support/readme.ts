/** The READMEs of the tree: their generated parts, their links, and the shell commands they show. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { allHelp } from '../../src/cli/common/help-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of all READMEs from the root of the repository. */
export function allReadmes(): readonly string[] {
  const below = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:^|[\\/])README\.md$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return ['README.md', ...below];
}

export function readReadme(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Fails where a generated part is not as it would be made now. With `--update` the README is written instead. */
export async function expectGenerated(path: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const generated = Object.entries(parts).reduce(
    (document, [part, text]) => fill(document, part, text),
    readReadme(path),
  );
  await expect(generated).toMatchFileSnapshot(join(root, path));
}

/** Puts `text` between the two markers of a generated part. */
function fill(document: string, part: string, text: string): string {
  const marked = new RegExp(`(<!-- ${part}: [^>]*-->\n)[\\s\\S]*?(<!-- /${part} -->)`);
  expect(document).toMatch(marked);
  return document.replace(marked, (_all, start, end) => `${start}\n${text.trim()}\n\n${end}`);
}

/** Returns the links of a README that lead to no file, or to no heading of it. */
export function brokenLinks(path: string): readonly string[] {
  const links = [...withoutCode(readReadme(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', heading] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return heading !== undefined && !headings(readReadme(target)).includes(heading);
  });
}

/** Subcommands and options of `cotty` that a README shows and `cotty help all` does not know. */
export function unknownWords(path: string): readonly string[] {
  const document = readReadme(path);
  const help = allHelp('0');
  const blocks = [...document.matchAll(/^```sh$[\s\S]*?^```$/gm)].join('\n');
  const lines = [
    ...[...blocks.matchAll(/^cotty [^#\n]*/gm)].map(([line]) => line),
    ...[...withoutCode(document).matchAll(/`(cotty [^`]*)`/g)].map(([, line = '']) => line),
  ];
  const words = lines.flatMap(
    (line) => (line.split(' -- ')[0] ?? '').match(/(?<=^cotty )[a-z]+|--[a-z]+(?:-[a-z]+)*/g) ?? [],
  );
  return words.filter((word) => !help.includes(word.startsWith('-') ? word : `cotty ${word}`));
}

/** The text without fenced blocks. */
function withoutCode(document: string): string {
  return document.replace(/^```[\s\S]*?^```$/gm, '');
}

/** Names of headings as repository pages link them: `#what-a-line-says`. */
function headings(document: string): readonly string[] {
  return [...withoutCode(document).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
