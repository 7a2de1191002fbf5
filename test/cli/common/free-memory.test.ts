import { afterEach, expect, it, vi } from 'vitest';
import { freeMemory } from '../../../src/cli/common/free-memory.ts';

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
  const { rss, freeMemory: free } = await fresh();
  rss.mockReturnValue(105 * MEGABYTE);
  free();
  expect(vi.getTimerCount()).toBe(0);
  rss.mockReturnValue(170 * MEGABYTE);
  free();
  await vi.advanceTimersByTimeAsync(9000);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits until nothing more comes where little is gained', async () => {
  const { rss, freeMemory: free } = await fresh();
  rss.mockReturnValue(120 * MEGABYTE);
  free();
  await vi.advanceTimersByTimeAsync(4000);
  free();
  await vi.advanceTimersByTimeAsync(4000);
  expect(vi.getTimerCount()).toBe(1);
  rss.mockReturnValue(101 * MEGABYTE);
  await vi.advanceTimersByTimeAsync(10_000);
  rss.mockReturnValue(110 * MEGABYTE);
  free();
  expect(vi.getTimerCount()).toBe(1);
});

it('is asked again later what it was asked while it was busy', async () => {
  const { rss, freeMemory: free } = await fresh();
  rss.mockReturnValue(170 * MEGABYTE);
  free();
  free();
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(9000);
  expect(vi.getTimerCount()).toBe(1);
});

/** A process of 100 MB that has been freed once. */
async function fresh() {
  vi.resetModules();
  const { freeMemory: free } = await import('../../../src/cli/common/free-memory.ts');
  vi.useFakeTimers();
  const rss = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(100 * MEGABYTE);
  free();
  await vi.runAllTimersAsync();
  return { rss, freeMemory: free };
}
