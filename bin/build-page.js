// Bundles the page (src/web) into dist/web: scripts and styles with a hash in their names, the document that names them, what
// browsers ask for beside it, compressed copies, and the licences of the packages in the bundle.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { licences } from './licences.js';

/** Files of these kinds shrink; pictures are compressed already. */
const shrinks = /\.(?:html|js|css|svg|txt|webmanifest)$/;

/** @param {string} root The folder of the project, with a slash at its end. */
export async function buildPage(root) {
  const from = `${root}src/web`;
  const to = `${root}dist/web`;
  rmSync(to, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { page: 'src/web/main.tsx', style: 'src/web/style/page.css' },
    outdir: `${to}/assets`,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'browser',
    target: ['chrome109', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    logLevel: 'warning',
  });
  copyAssets(from, to);
  writeFileSync(`${to}/index.html`, documentOf(readFileSync(`${from}/index.html`, 'utf8'), metafile));
  writeFileSync(`${to}/licences.txt`, licences(root, metafile));
  compress(to);
}

function copyAssets(from, to) {
  for (const name of readdirSync(`${from}/assets`))
    writeFileSync(`${to}/${name}`, readFileSync(`${from}/assets/${name}`));
}

/** Puts the names of the bundles into the document. */
function documentOf(template, { outputs }) {
  const built = (source) => Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  const [path, entry] = built('src/web/main.tsx');
  const [sheet] = built('src/web/style/page.css');
  const styles = `<link rel="stylesheet" href="/assets/${basename(sheet)}">`;
  // Chunks that the page always needs are asked for at once, not when the first script has been read.
  const chunks = entry.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path: chunk }) => `<link rel="modulepreload" href="/assets/${basename(chunk)}">`);
  const script = `<script type="module" src="/assets/${basename(path)}"></script>`;
  return template.replace('<!-- bundles -->', [styles, ...chunks, script].join('\n    '));
}

function compress(folder) {
  for (const path of readdirSync(folder, { recursive: true })) {
    const file = join(folder, path);
    if (!statSync(file).isFile() || !shrinks.test(path)) continue;
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}
