import { expect, it, vi } from 'vitest';
import { freeMemory } from '../../../src/cli/ground/free-memory.ts';

const collected: string[] = [];
const registry = new FinalizationRegistry<string>((name) => collected.push(name));

it('collects what nothing uses', async () => {
  registry.register({ some: 'thing' }, 'the thing');
  freeMemory();
  await vi.waitFor(() => expect(collected).toEqual(['the thing']), 20_000);
});
