// Bundles src and the npm packages it uses into dist, so that a start reads a few files instead of hundreds, and copies the
// shell scripts and the rules of agents. The page is bundled beside it. Also writes the licences of those packages, the commit of the build, the
// manual page and the description of the HTTP API. Types are checked by `npm run check`.
//
// Bundled packages stay in `dependencies`: so they are locked, and `npm audit` and `npm ls` tell of an installation what it
// is made of. It needs only those with machine code.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.js';
import { licences } from './licences.js';

/** Packages with machine code: they find it by their own folder. */
const NATIVE = ['node-pty', 'koffi'];
/** Packages that others name and use where a person has installed them. None of ours needs one. */
const ABSENT = ['react-devtools-core', 'bufferutil', 'utf-8-validate'];

/**
 * What runs a host is bundled apart from the other subcommands, and so is a few files. In a bundle that shares its parts among all of
 * them, each part that some of them need is a file, and a host had to read more than a hundred.
 */
const HOST = ['src/cli/host/serve-host.ts', 'src/cli/host/host-trial.ts', 'src/host/host.ts'];

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/cli`;
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

// Removes bundles whose source is gone.
rmSync(`${root}dist`, { recursive: true, force: true });
try {
  const rest = await bundled(
    ['src/cli/main.ts', 'src/cli/ahead.ts'],
    [{ name: 'host-apart', setup: hostApart }],
  );
  const host = await bundled(HOST);
  const metafile = { outputs: { ...rest.outputs, ...host.outputs } };
  cpSync(
    fileURLToPath(import.meta.resolve('node-sqlite3-wasm')).replace(/js$/, 'wasm'),
    `${dist}/node-sqlite3-wasm.wasm`,
  );
  cpSync(fileURLToPath(import.meta.resolve('re2js')).replace(/js$/, 'cjs'), `${dist}/re2js.cjs`);
  writeFileSync(`${root}dist/licences.txt`, licences(root, metafile));
  await buildPage(root);
  cpSync(`${root}src/shell/scripts`, `${dist}/scripts`, { recursive: true });
  cpSync(`${root}src/host/agents/rules`, `${dist}/rules`, {
    recursive: true,
    filter: (path) => !path.endsWith('.md'),
  });
  cpSync(`${root}src/host/keep/keeper.sh`, `${dist}/keeper.sh`);
  for (const name of ['askpass.sh', 'far.sh']) cpSync(`${root}src/machine/${name}`, `${dist}/${name}`);
  writeFileSync(`${root}dist/build.json`, `${JSON.stringify({ commit: commit() })}\n`);
  const { manPage } = await sourceModule('src/cli/settings/man-page.ts');
  writeFileSync(`${root}dist/cotty.1`, manPage(version));
  const { describeApi } = await sourceModule('src/host/api/routes.ts');
  writeFileSync(`${root}dist/openapi.json`, `${JSON.stringify(await describeApi(version), null, 2)}\n`);
} catch (error) {
  // esbuild has printed errors of the sources itself.
  if (error.errors === undefined) console.error(error.message);
  // Half a build would start and then fail.
  rmSync(`${root}dist`, { recursive: true, force: true });
  process.exit(1);
}

// Writes entry points with all that they reach, and returns esbuild's account of it.
async function bundled(entryPoints, plugins = []) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints.map((path) => ({ in: path, out: basename(path, '.ts') })),
    outdir: dist,
    bundle: true,
    splitting: true,
    external: [...NATIVE, ...ABSENT],
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Maps tell places; the sources lie beside them in a checkout.
    sourcemap: true,
    sourcesContent: false,
    // Names stay, for stack traces; so do lines of a length that an error can quote.
    minifyWhitespace: true,
    lineLimit: 200,
    // React and Ink choose between two builds by the environment, which belongs to the person.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    // CommonJS packages ask for modules of Node by `require`, which no ES module has.
    banner: {
      js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);const bundleFolder=import.meta.dirname;",
    },
    plugins: [{ name: 'adapted', setup: adapt }, ...plugins],
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

// The other subcommands find the host in its own bundle.
function hostApart({ onResolve }) {
  onResolve({ filter: /host.*\.ts$/ }, ({ kind, path, resolveDir }) =>
    kind === 'dynamic-import' && HOST.includes(relative(root, join(resolveDir, path)))
      ? { path: `./${basename(path, '.ts')}.js`, external: true }
      : undefined,
  );
}

function adapt({ onLoad, onResolve }) {
  // The emulator as an ES module, which the engine reads once: a CommonJS package in a bundle is read again when it runs.
  onResolve({ filter: /^@xterm\/headless$/ }, ({ path }) => ({ path, namespace: 'emulator' }));
  onLoad({ filter: /./, namespace: 'emulator' }, ({ path }) => {
    const contents = `import { Terminal } from '${path}/lib-headless/xterm-headless.mjs';\nexport default { Terminal };`;
    return { contents, resolveDir: root };
  });
  // A `require` that a module makes for itself is not bundled. That of the banner is, and the package runs when it is reached.
  onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
    const source = readFileSync(path, 'utf8');
    const contents = source.replaceAll("createRequire(import.meta.url)('", "require('");
    return { contents, loader: 'ts' };
  });
  // Whoever asks for RE2 by `require` loads it late: it stays a file of its own, which a start does not read.
  onResolve({ filter: /^re2js$/ }, ({ kind }) =>
    kind === 'require-call' ? { path: './re2js.cjs', external: true } : undefined,
  );
  // SQLite looks for its machine code beside its own file; in a bundle that is beside ours.
  onLoad({ filter: /node-sqlite3-wasm\.js$/ }, ({ path }) => {
    return { contents: readFileSync(path, 'utf8').replace('__dirname', 'bundleFolder') };
  });
  // Yoga fetches the machine code that it has in it as a data URL, for which Node loads its whole HTTP client; without
  // `fetch` it decodes it by itself.
  onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
    return { contents: `let fetch;\n${readFileSync(path, 'utf8')}` };
  });
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
