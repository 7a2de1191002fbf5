// Bundles src into dist, so that a start reads a few files instead of hundreds, and copies the shell scripts. npm packages
// are not bundled, so their licences come with them. Also writes the commit of the build and the manual page. Types are
// checked by `npm run check`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
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
    plugins: [{ name: 'required packages', setup: requirePackages }],
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

// `import` of a CommonJS package searches its whole text for names before it runs it. `require` does not, which makes
// @xterm/headless load in 13 ms instead of 30 with Node 20, and ws in 15 instead of 27; each start waits for both.
function requirePackages(setup) {
  const filter = /^(?:@xterm\/headless|ws)$/;
  setup.onResolve({ filter }, ({ path }) => ({ path, namespace: 'required' }));
  setup.onLoad({ filter, namespace: 'required' }, ({ path }) => ({
    contents: `import { createRequire } from 'node:module';
      const required = createRequire(import.meta.url)('${path}');
      export default required;
      export const { ${Object.keys(require(path)).join(', ')} } = required;`,
  }));
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
