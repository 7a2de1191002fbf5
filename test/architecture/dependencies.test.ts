import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { expectedOffences, plant } from './planted.ts';

type Cruise = {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
};

const { subfolders }: { readonly subfolders: Readonly<Record<string, readonly string[]>> } = createRequire(
  import.meta.url,
)('./subfolders.cjs');

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-planted-'));
afterAll(() => removeFolder(folder));

/** `npm run check` runs this program with these rules on the real sources. */
function cruise(cwd: string): Promise<Cruise> {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const rules = join(root, 'test/architecture/dependency-rules.cjs');
  const args = [cruiser, '--config', rules, '--output-type', 'json', 'src'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error('dependency-cruiser printed nothing'));
      else resolve(JSON.parse(stdout));
    });
  });
}

const sourcesOf = (place: string): string[] =>
  readdirSync(join(place, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll('\\', '/')}`);

test('the rules see each file and report each planted offence', async () => {
  plant(folder, root);
  const { modules, summary } = await cruise(folder);
  const seen = new Set(modules.map(({ source }) => source));
  expect(sourcesOf(folder).filter((file) => !seen.has(file))).toEqual([]);
  const found = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
  expect(expectedOffences.filter((offence) => !found.has(offence))).toEqual([]);
}, 180_000);

test('each folder of the sources has a place', () => {
  const places = new Set(
    Object.entries(subfolders).flatMap(([name, order]) =>
      order.map((subfolder) => (subfolder === '.' ? `src/${name}` : `src/${name}/${subfolder}`)),
    ),
  );
  const folders = new Set(sourcesOf(root).map((file) => dirname(file)));
  expect(folders.size).toBeGreaterThan(40);
  expect([...folders].filter((each) => !places.has(each))).toEqual([]);
});

test('the one-shot subcommands start without Ink, the terminal engine or the host', async () => {
  const entries = ['ls', 'kill', 'new'].map((name) => `src/cli/terminals/${name}.ts`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: 'unused',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  for (const entry of entries) {
    const reached = staticReach(metafile, entry);
    expect(reached).toContain('src/cli/common/exit-code.ts');
    // Where the host is, which process it is, and who holds its programs, is not yet the host.
    const heavy = [...reached].filter((source) =>
      /^src\/(tui|screen|shell)\/|^src\/ledger\/(?!files\/state-folder\.ts)|^src\/host\/(?!(listener\/(socket-path|host-address|file-stamp)|keep\/keeper-file|common\/[a-z-]+)\.ts)|^(ink|react|node-pty|@xterm)\b/.test(
        source,
      ),
    );
    expect({ entry, heavy }).toEqual({ entry, heavy: [] });
  }
});

/** Everything loaded before the first line of `entry` runs, packages by their names: dynamic and type-only imports are not. */
function staticReach({ inputs }: Metafile, entry: string): Set<string> {
  const reached = new Set<string>();
  const open = [entry];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (reached.has(source)) continue;
    reached.add(source);
    for (const { path, kind } of inputs[source]?.imports ?? [])
      if (kind === 'import-statement') open.push(path);
  }
  return reached;
}
