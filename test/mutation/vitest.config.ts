import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests of one module, in one process, for one mutant after another; `run.mjs` names them. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: JSON.parse(process.env['COTTY_MUTATE_TESTS'] ?? '[]'),
    setupFiles: ['test/mutation/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
