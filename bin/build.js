// Bundles src and the npm packages it uses into dist, so that a start reads a few files instead of hundreds, and copies the
// shell scripts and the rules of agents. The page is bundled beside it. Also writes the licences of those packages, the commit of the build, the
// manual page and the description of the HTTP API. Types are checked by `npm run check`.
//
// Bundled packages stay in `dependencies`: so they are locked, and `npm audit` and `npm ls` tell of an installation what it
// is made of. It needs only those with machine code.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.js';
import { licences } from './licences.js';

/** Packages with machine code: they find it by their own folder. */
const NATIVE = ['node-pty', 'koffi'];
/** Packages that others name and use where a person has installed them. None of ours needs one. */
const ABSENT = ['react-devtools-core', 'bufferutil', 'utf-8-validate'];

/**
 * The processes that a person waits for are each one file, a CommonJS module: the launcher keeps what V8 has compiled of it
 * (`cotty.js`), and Node resolves and links no modules. They share nothing with the other subcommands, whose parts are
 * files that are read when they are needed.
 */
const ALONE = ['src/cli/ahead.ts', 'src/cli/host-process.ts', 'src/cli/window-process.ts'];
/** Runs in a thread of the host, when it is needed. */
const WORKER = 'src/cli/host/history-worker.ts';
/** What other processes load of a host: `host-process` has it. */
const OF_HOST = ['src/cli/host/serve-host.ts', 'src/cli/host/host-trial.ts', 'src/host/host.ts'];

const MODULES = {
  splitting: true,
  format: 'esm',
  // CommonJS packages ask for modules of Node by `require`, which no ES module has.
  banner: {
    js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);const bundleFolder=import.meta.dirname;",
  },
};
const ONE_FILE = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'bundleUrl', 'import.meta': 'bundleMeta' },
  // What is loaded late and is not in the file (koffi, and a window's own host) is found from its folder, by `require`.
  supported: { 'dynamic-import': false },
  banner: {
    js: "const bundleFolder=__dirname,bundleUrl=require('node:url').pathToFileURL(__filename).href,bundleMeta={url:bundleUrl};",
  },
};

// Instantiates the machine code of Yoga without waiting, with which Emscripten's start ends at once.
const LOADED_YOGA = `
function loadedYoga() {
  const module = {
    instantiateWasm(imports, received) {
      const code = require('node:fs').readFileSync(bundleFolder + '/yoga.wasm');
      const instance = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
      received(instance);
      return instance.exports;
    },
  };
  loadYoga(module);
  return module;
}`;

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/cli`;
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

// Removes bundles whose source is gone.
rmSync(`${root}dist`, { recursive: true, force: true });
try {
  const outputs = {};
  const loaded = {};
  for (const path of ALONE) {
    const { inputs, outputs: written } = await bundled(path, ONE_FILE);
    Object.assign(outputs, written);
    loaded[basename(path, '.ts')] = loadedAtOnce(inputs, path);
    signBundle(`${dist}/${basename(path, '.ts')}.cjs`);
  }
  Object.assign(outputs, (await bundled(WORKER, ONE_FILE)).outputs);
  writeFileSync(`${root}dist/loaded.json`, JSON.stringify(loaded, null, 1));
  Object.assign(outputs, (await bundled('src/cli/main.ts', MODULES)).outputs);
  const metafile = { outputs };
  cpSync(
    fileURLToPath(import.meta.resolve('node-sqlite3-wasm')).replace(/js$/, 'wasm'),
    `${dist}/node-sqlite3-wasm.wasm`,
  );
  writeFileSync(`${dist}/yoga.wasm`, yoga().code);
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

// Writes an entry point with all that it reaches, and returns esbuild's account of it.
async function bundled(entryPoint, options) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: entryPoint, out: basename(entryPoint, '.ts') }],
    outdir: dist,
    bundle: true,
    external: [...NATIVE, ...ABSENT],
    platform: 'node',
    target: 'node20.19',
    // Maps tell places; the sources lie beside them in a checkout.
    sourcemap: true,
    sourcesContent: false,
    // Names stay, for stack traces; so do lines of a length that an error can quote.
    minifyWhitespace: true,
    lineLimit: 200,
    metafile: true,
    logLevel: 'warning',
    ...options,
    // React and Ink choose between two builds by the environment, which belongs to the person.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"', ...options.define },
    plugins: [
      { name: 'adapted', setup: adapt },
      ...(entryPoint.includes('host') ? [] : [{ name: 'host-apart', setup: hostApart }]),
    ],
  });
  return metafile;
}

// The sources that run as soon as a bundle is loaded. Others are in it, too, and run when they are asked for.
function loadedAtOnce(inputs, entryPoint) {
  const reached = new Set([entryPoint]);
  for (const path of reached)
    for (const { path: next, kind, external } of inputs[path]?.imports ?? [])
      if (!external && kind !== 'dynamic-import' && kind !== 'require-call') reached.add(next);
  return [...reached];
}

// Ends a bundle with its hash, by which the launcher knows what has been compiled of it.
function signBundle(path) {
  const text = readFileSync(path);
  appendFileSync(path, `\n//${createHash('sha1').update(text).digest('hex')}`);
}

// The other subcommands find the host in its own bundle.
function hostApart({ onResolve }) {
  onResolve({ filter: /host.*\.ts$/ }, ({ kind, path, resolveDir }) =>
    kind === 'dynamic-import' && OF_HOST.includes(relative(root, join(resolveDir, path)))
      ? { path: './host-process.cjs', external: true }
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
  // Ink awaits what it needs in development only, and Yoga its machine code: no CommonJS module can. Yoga would fetch it as a data URL
  // besides, for which Node loads its whole HTTP client.
  onLoad({ filter: /ink\/build\/reconciler\.js$/ }, ({ path }) => {
    const contents = readFileSync(path, 'utf8');
    return {
      contents: replaced(replaced(contents, "await import('./devtools.js')"), 'await loadPackageJson()'),
    };
  });
  onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, () => ({ contents: yoga().script }));
  onLoad({ filter: /yoga-layout\/dist\/src\/index\.js$/ }, ({ path }) => {
    const contents = readFileSync(path, 'utf8');
    return { contents: `${replaced(contents, 'await loadYoga()', 'loadedYoga()')}\n${LOADED_YOGA}` };
  });
}

// Yoga's machine code, which its script has in it as a data URL, and the script without it.
function yoga() {
  const path = createRequire(import.meta.resolve('ink')).resolve('yoga-layout');
  const script = readFileSync(join(dirname(path), '../binaries/yoga-wasm-base64-esm.js'), 'utf8');
  const [, data] = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/.exec(script);
  return { code: Buffer.from(data, 'base64'), script: replaced(script, data, '') };
}

// Replaces what a package is known to have in it.
function replaced(text, part, by = 'undefined') {
  if (!text.includes(part)) throw new Error(`a package has changed: it has no "${part}"`);
  return text.replace(part, by);
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
