import { describe, expect, it } from 'vitest';
import type { PastQuery } from '../../../src/protocol/cotty/past-line.ts';
import { HistoryLines } from '../../../src/web/model/history-lines.ts';

function past(lines: readonly string[]) {
  const asked: PastQuery[] = [];
  const walk = new HistoryLines(async (query) => {
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
    let written = '';
    for (let at = 0; at < 51; at += 1) {
      written = (await walk.older(written)) ?? '';
      expect(written).toBe(`line ${at}`);
    }
    expect(asked).toHaveLength(2);
  });

  it('gives no line to who has typed on before the host has answered', async () => {
    const { walk } = past(['make all', 'make']);
    const late = walk.older('ma');
    walk.stop();
    expect(await late).toBeUndefined();
    expect(walk.isWalking('mak')).toBe(false);
    expect(await walk.older('make ')).toBe('make all');
    expect(walk.newer()).toBe('make ');
  });

  it('begins anew at a line that was taken from somewhere else', async () => {
    const { walk } = past(['make', 'ls -l', 'ls']);
    expect(await walk.older('ma')).toBe('make');
    expect(walk.isWalking('make')).toBe(true);
    expect(walk.isWalking('ls')).toBe(false);
    expect(await walk.older('ls')).toBe('ls -l');
    expect(walk.newer()).toBe('ls');
  });

  it('takes one step for each key, however fast they come', async () => {
    const { walk, asked } = past(['make 3', 'make 2', 'make 1']);
    const steps = await Promise.all([walk.older('make'), walk.older('make'), walk.older('make')]);
    expect(steps).toEqual(['make 3', 'make 2', 'make 1']);
    expect(asked).toHaveLength(1);
    expect([walk.newer(), walk.newer(), walk.newer()]).toEqual(['make 2', 'make 3', 'make']);
  });
});
