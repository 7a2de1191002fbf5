// Bundles src into dist — one file for each way in, instead of hundreds to be found and read at every start — and copies
// the shell scripts. Packages stay packages. Types are checked by `npm run check`.
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// As deep as src/cli: what is found relative to a file is found from either.
const dist = `${root}dist/cli`;

// A file whose source is gone must not live on in dist.
rmSync(`${root}dist`, { recursive: true, force: true });
try {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outdir: dist,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  cpSync(`${root}src/shell/scripts`, `${dist}/scripts`, { recursive: true });
} catch (error) {
  // What is wrong with the sources has been printed.
  if (error.errors === undefined) console.error(error.message);
  // Half of it would start, and then lack the rest.
  rmSync(`${root}dist`, { recursive: true, force: true });
  process.exit(1);
}
