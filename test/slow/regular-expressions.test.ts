import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { cpuTime } from '../support/cpu-time.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { regularExpressions } from '../support/regular-expressions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);
const found = files.flatMap((file) => regularExpressions(root, file));

/** Characters of a hostile text. */
const LENGTH = 128 * 1024;
/** Characters of a text that is tried first, and CPU milliseconds that are too many for it. */
const SHORT = 8 * 1024;
const SUSPICIOUS = 3;
/** CPU milliseconds for one text: linear ones take one or two, quadratic ones many seconds. */
const LIMIT = 600;
/** Milliseconds after which the engine gives up; on a busy machine the same work takes longer by the clock. */
const GIVE_UP = 5000;

/** Returns the CPU time of the expression on a text, searched as a global one is. */
function timeOn(expression: RegExp, text: string): number {
  const begun = cpuTime();
  try {
    runInNewContext(
      'text.search(expression); text.replace(expression, "")',
      { text, expression },
      { timeout: GIVE_UP },
    );
  } catch {
    return Math.max(LIMIT + 1, cpuTime() - begun);
  }
  return cpuTime() - begun;
}

/** Returns the beginning of a text on which the expression is slow. Only what is slow on a short text is tried on a long one. */
function slowOn(expression: RegExp): string | undefined {
  const long = hostileTexts(expression, LENGTH);
  for (const short of hostileTexts(expression, SHORT)) {
    const text = long.next().value;
    if (text === undefined || timeOn(expression, short) < SUSPICIOUS) continue;
    if (timeOn(expression, text) > LIMIT) return JSON.stringify(text.slice(0, 60));
  }
  return undefined;
}

describe('the regular expressions of the source', () => {
  test('are found', () => {
    expect(found.length).toBeGreaterThan(100);
  });

  test('are known before the program runs, but for those that a person gives', () => {
    expect(
      found.filter(({ expression }) => expression === undefined).map(({ where }) => where.split(':')[0]),
    ).toEqual(['src/cli/common/reg-exp.ts']);
  });

  test.each(found.filter(({ expression }) => expression !== undefined))(
    'take no more than linear time: $where $expression',
    ({ expression }) => {
      expect(expression && slowOn(expression)).toBeUndefined();
    },
  );
});

describe('hostile texts', () => {
  test.each([
    /\?[\d;]*(?:47|1047|1049)[\d;]*[hl]/,
    /\x1b\[\?(?:[\d;]*;)?(?:1049|1047|47)(?:;[\d;]*)?([hl])/,
    /\s*[\r\n]+\s*/g,
    / +$/,
    /\r(?!\r*\n)./,
    /[\x90\x98][^\x07]*\x07/,
  ])('find that %s takes quadratic time', (expression) => {
    expect(slowOn(expression)).toBeDefined();
  });
});
