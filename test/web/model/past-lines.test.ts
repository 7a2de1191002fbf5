import { describe, expect, it } from 'vitest';
import type { PastQuery } from '../../../src/protocol/cotty/past-line.ts';
import { PastLines } from '../../../src/web/model/past-lines.ts';

function past(lines: readonly string[]) {
  const asked: PastQuery[] = [];
  const walk = new PastLines(async (query) => {
    asked.push(query);
    const { prefix = '', skip = 0, limit = 50 } = query;
    const found = lines.filter((line) => line.startsWith(prefix));
    const page = found.slice(skip, skip + limit).map((line) => ({ line }));
    return { lines: page, more: skip + limit < found.length };
  });
  return { walk, asked };
}

describe('PastLines', () => {
  it('walks to older lines that begin like what is written, and back to it', async () => {
    const { walk } = past(['git push', 'ls', 'git pull']);
    expect(await walk.older('git')).toBe('git push');
    expect(await walk.older('git push')).toBe('git pull');
    expect(await walk.older('git pull')).toBeUndefined();
    expect([walk.newer(), walk.newer(), walk.newer()]).toEqual(['git push', 'git', undefined]);
  });

  it('begins anew when the line was changed', async () => {
    const { walk, asked } = past(['make', 'ls']);
    await walk.older('');
    walk.stop();
    expect(await walk.older('l')).toBe('ls');
    expect(asked.at(-1)).toMatchObject({ prefix: 'l', skip: 0 });
  });

  it('asks for further pages only when it comes to them', async () => {
    const { walk, asked } = past(Array.from({ length: 120 }, (_, index) => `line ${index}`));
    for (let at = 0; at < 51; at += 1) expect(await walk.older('')).toBe(`line ${at}`);
    expect(asked).toHaveLength(2);
  });
});
