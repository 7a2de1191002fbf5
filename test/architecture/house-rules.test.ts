import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(src, name), 'utf8') }));

/** Words that say nothing about what a thing is. */
const EMPTY = new Set([
  'manager',
  'service',
  'util',
  'utils',
  'helper',
  'helpers',
  'handler',
  'wrapper',
  'base',
  'misc',
]);

function wordsOf(name: string): string[] {
  return name.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
}

describe('every source file', () => {
  test('is seen by these tests', () => {
    expect(files.length).toBeGreaterThan(40);
  });

  test('begins with a comment that says what it is', () => {
    expect(files.filter(({ text }) => !/^\/\*\*?[\s*]+\S/.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test('and what it exports has a name that says something', () => {
    const exported = /^export (?:async )?(?:abstract )?(?:function|class|const|type|let) (\w+)/gm;
    const empty = files.flatMap(({ name, text }) =>
      [basename(name), ...[...text.matchAll(exported)].map(([, word = '']) => word)]
        .filter((word) => wordsOf(word).some((part) => EMPTY.has(part)))
        .map((word) => `${name}: ${word}`),
    );
    expect(empty).toEqual([]);
  });

  test('is named in kebab-case, a component as it is written', () => {
    const wrong = files.filter(
      ({ name }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?|[A-Z][A-Za-z]*\.tsx)$/.test(basename(name)),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

/**
 * Files that write to streams themselves (the output of programs, queries to the outer terminal, a child's own text), and those that
 * write JSON into files of settings.
 */
const WRITERS = new Set([
  'cli/agents/agent-hooks.ts',
  'cli/agents/hook-edits.ts',
  'cli/agents/json-text.ts',
  'cli/doctor/outer-findings.ts',
  'cli/doctor/machine-findings.ts',
  'cli/common/print.ts',
  'cli/process.ts',
  'cli/scripts/follow/script-output.ts',
  'cli/share/local-shell.ts',
  'cli/window/startup-screen.ts',
]);

describe('a subcommand', () => {
  test('prints by `print.ts` alone, which lets nothing of others steer the terminal', () => {
    const writes = /\b(?:stdout|stderr)\.write\(|\bconsole\.|\$\{JSON\.stringify\(/;
    const writing = files.filter(({ name, text }) => name.startsWith('cli/') && writes.test(text));
    expect(writing.map(({ name }) => name).filter((name) => !WRITERS.has(name))).toEqual([]);
    expect(writing.length).toBeGreaterThan(2);
  });
});
