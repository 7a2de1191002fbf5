import { afterEach, expect, it, vi } from 'vitest';
import { freeMemory } from '../../../src/cli/ground/free-memory.ts';

const MEGABYTE = 1024 * 1024;
const collected: string[] = [];
const registry = new FinalizationRegistry<string>((name) => collected.push(name));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('collects what nothing uses', async () => {
  registry.register({ some: 'thing' }, 'the thing');
  freeMemory();
  await vi.waitFor(() => expect(collected).toEqual(['the thing']), 20_000);
});

it('does so again only when memory has grown', async () => {
  vi.resetModules();
  const fresh = await import('../../../src/cli/ground/free-memory.ts');
  vi.useFakeTimers();
  const rss = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(100 * MEGABYTE);
  fresh.freeMemory();
  vi.runAllTimers();
  rss.mockReturnValue(120 * MEGABYTE);
  fresh.freeMemory();
  expect(vi.getTimerCount()).toBe(0);
  rss.mockReturnValue(140 * MEGABYTE);
  fresh.freeMemory();
  expect(vi.getTimerCount()).toBe(1);
});
