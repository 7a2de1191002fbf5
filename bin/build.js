// Bundles src into dist, so that a start reads a few files instead of hundreds, and copies the shell scripts. npm packages
// are not bundled. Types are checked by `npm run check`.
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/cli`;

// Removes bundles whose source is gone.
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
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  cpSync(`${root}src/shell/scripts`, `${dist}/scripts`, { recursive: true });
} catch (error) {
  // esbuild has printed errors of the sources itself.
  if (error.errors === undefined) console.error(error.message);
  // Half a build would start and then fail.
  rmSync(`${root}dist`, { recursive: true, force: true });
  process.exit(1);
}
