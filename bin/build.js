// Bundles src into dist — one file for each way in, instead of hundreds to be found and read at every start — and copies
// the shell scripts. Packages stay packages. Types are checked by `npm run check`.
import { cpSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
// As deep as src/cli: what is found relative to a file is found from either.
const dist = `${root}dist/cli`;

// A file whose source is gone must not live on in dist.
rmSync(`${root}dist`, { recursive: true, force: true });
try {
  await build({
    cwd: root,
    input: 'src/cli/main.ts',
    platform: 'node',
    tsconfig: 'tsconfig.json',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    output: { dir: dist, format: 'esm', sourcemap: true, chunkFileNames: '[name].js' },
    logLevel: 'warn',
  });
  cpSync(`${root}src/shell/scripts`, `${dist}/scripts`, { recursive: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Half of it would start, and then lack the rest.
  rmSync(`${root}dist`, { recursive: true, force: true });
  process.exit(1);
}
