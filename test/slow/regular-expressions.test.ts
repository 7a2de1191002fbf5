import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { cpuTime } from '../support/cpu-time.ts';
import { type HostileText, hostileTexts, textOf } from '../support/hostile-texts.ts';
import { regularExpressions } from '../support/regular-expressions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);
const found = files.flatMap((file) => regularExpressions(root, file));

/** Characters of a row of a very wide screen, which is tried first, and CPU milliseconds that are suspicious for it. */
const ROW = 1000;
const SUSPICIOUS = 0.3;
/** Characters of the text on which what is suspicious is tried. */
const LENGTH = 128 * 1024;
/** CPU milliseconds for that text: linear expressions take one or two, quadratic ones many seconds. */
const LIMIT = 600;
/** How many times longer than a quarter of the text it takes then. */
const WORSE = 8;
/** Milliseconds by the clock after which the engine gives up, at first and at last: on a busy machine it has computed little by then. */
const GIVE_UP = 5000;
const LAST_GIVE_UP = 80_000;

const search = new Script(`
  for (const [index, text] of texts.entries()) {
    at.index = index;
    const begun = cpuTime();
    text.search(expression);
    text.replace(expression, '');
    took(index, cpuTime() - begun);
  }
`);

/** Searches texts as a global expression does; `took` gets the CPU time (ms) of each. Returns the index of a text that has taken too long. */
function searched(
  expression: RegExp,
  texts: readonly string[],
  took: (index: number, ms: number) => void,
): number | undefined {
  const at = { index: 0 };
  const context = createContext({ texts, expression, at, cpuTime, took });
  for (let giveUp = GIVE_UP; giveUp <= LAST_GIVE_UP; giveUp *= 4) {
    const begun = cpuTime();
    try {
      search.runInContext(context, { timeout: giveUp });
      return undefined;
    } catch {
      if (cpuTime() - begun > LIMIT) return at.index;
    }
  }
  throw new Error('the machine is too busy to measure anything');
}

/** Whether the time grows faster than the text: a quarter of it takes a quarter of the time if the expression is linear. */
function isSlow(expression: RegExp, text: HostileText): boolean {
  const times = [LENGTH, LENGTH / 4].map((length) => {
    let time = Number.POSITIVE_INFINITY;
    const given = searched(expression, [textOf(text, length)], (_index, ms) => {
      time = ms;
    });
    return given === undefined ? time : Number.POSITIVE_INFINITY;
  });
  const [whole = 0, quarter = 0] = times;
  return whole > LIMIT && (whole === Number.POSITIVE_INFINITY || whole > quarter * WORSE);
}

/** Returns the beginning of a text on which the expression is slow. Only what is slow on a row is tried on a long text. */
function slowOn(expression: RegExp): string | undefined {
  const texts = hostileTexts(expression);
  const suspicious = new Set<number>();
  const stuck = searched(
    expression,
    texts.map((text) => textOf(text, ROW)),
    (index, ms) => {
      if (ms > SUSPICIOUS) suspicious.add(index);
    },
  );
  if (stuck !== undefined) suspicious.add(stuck);
  for (const index of suspicious) {
    const text = texts[index];
    if (text !== undefined && isSlow(expression, text))
      return JSON.stringify(textOf(text, 0) + text.piece.repeat(2)).slice(0, 60);
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
    // Three loops, through which only a longer piece leads, without what is optional.
    /\p{L}.*(?:[?:]|[[(]y(?:es)?\/no?\b[^\])]*[\])][?:]?)$/iu,
    /^(a+)+$/,
  ])('find that %s takes quadratic time', (expression) => {
    expect(slowOn(expression)).toBeDefined();
  });
});
