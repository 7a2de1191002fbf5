import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PastQuery } from '../../../src/protocol/cotty/past-line.ts';
import { RunLine } from '../../../src/web/model/run-line.ts';

function lineWith(own: readonly string[], past: readonly string[] = []) {
  const asked: PastQuery[] = [];
  const line = new RunLine({
    own: () => own,
    ask: async (query) => {
      asked.push(query);
      const { prefix = '', skip = 0, limit = 50 } = query;
      const found = past.filter((each) => each.startsWith(prefix));
      return {
        lines: found.slice(skip, skip + limit).map((each) => ({ line: each })),
        more: skip + limit < found.length,
      };
    },
  });
  return { line, asked };
}

const answered = () => new Promise((resolve) => setTimeout(resolve));

describe("RUN's line of the page", () => {
  it('has the text of its field after any change of it, and the cursor at its offset', () => {
    const words = fc.array(fc.constantFrom('a', 'b ', 'é', '日', '👩‍👩‍👧', 'e\u0301', '\n'), {
      maxLength: 6,
    });
    const text = words.map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (values) => {
        const { line } = lineWith([]);
        for (const value of values) {
          line.input(value, value.length);
          expect(line.text.value).toBe(value);
          expect(line.offset).toBe(value.length);
        }
      }),
    );
  });

  it('undoes what was typed into the field in one word, and what was replaced by a selection', () => {
    const { line } = lineWith([]);
    for (const value of ['m', 'ma', 'mak', 'make']) line.input(value, value.length);
    line.input('me', 1);
    line.do({ type: 'undo' });
    expect(line.text.value).toBe('make');
    line.do({ type: 'undo' });
    expect(line.text.value).toBe('');
  });

  it('takes no control characters into the line', () => {
    const { line } = lineWith([]);
    line.input('a\x1b[31mb\x07', 7);
    expect(line.text.value).toBe('ab');
  });

  it('walks through its own lines first, then through those of the host, and back', async () => {
    const { line, asked } = lineWith(['git push', 'ls'], ['git push', 'git pull']);
    line.input('git', 3);
    await answered();
    line.walk('up');
    expect(line.text.value).toBe('git push');
    await answered();
    line.walk('up');
    expect(line.text.value).toBe('git pull');
    line.walk('down');
    line.walk('down');
    expect(line.text.value).toBe('git');
    expect(asked.at(-1)).toMatchObject({ prefix: 'git', skip: 0 });
  });

  it('suggests the newest own line at once, else what the host finds, and accepts it', async () => {
    const { line } = lineWith(['make test'], ['cargo build']);
    line.input('ma', 2);
    expect(line.rest.value).toBe('ke test');
    line.do({ type: 'clear' });
    line.input('car', 3);
    await answered();
    expect(line.rest.value).toBe('go build');
    expect(line.accept('word')).toBe(true);
    expect(line.text.value).toBe('cargo');
    expect(line.accept('all')).toBe(true);
    expect(line.text.value).toBe('cargo build');
    expect(line.accept('all')).toBe(false);
  });
});
