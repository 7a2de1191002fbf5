// Bundles src into dist, so that a start reads a few files instead of hundreds, and copies the shell scripts. npm packages
// are not bundled, so their licences come with them. Also writes the commit of the build and the manual page. Types are
// checked by `npm run check`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/cli`;
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

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
  cpSync(`${root}src/host/keep/keeper.sh`, `${dist}/keeper.sh`);
  writeFileSync(`${root}dist/build.json`, `${JSON.stringify({ commit: commit() })}\n`);
  const { manPage } = await sourceModule('src/cli/settings/man-page.ts');
  writeFileSync(`${root}dist/cotty.1`, manPage(version));
} catch (error) {
  // esbuild has printed errors of the sources itself.
  if (error.errors === undefined) console.error(error.message);
  // Half a build would start and then fail.
  rmSync(`${root}dist`, { recursive: true, force: true });
  process.exit(1);
}

// The commit of this checkout, with `-dirty` behind it where files differ from it. A repository around the folder of an
// unpacked release is not ours.
function commit() {
  if (!existsSync(`${root}.git`)) return 'unknown';
  try {
    const said = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.trim();
  } catch {
    // git is not installed, or refuses a folder of another owner.
    return 'unknown';
  }
}

// Loads one source file with what it imports; Node itself reads no TypeScript before version 22.18.
async function sourceModule(path) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
