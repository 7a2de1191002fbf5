import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { expectedOffences, plant } from './planted.ts';

type Dependency = {
  readonly resolved: string;
  readonly dynamic: boolean;
  readonly dependencyTypes: readonly string[];
};
type Cruise = {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly Dependency[] }[];
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
};

const { rooms }: { readonly rooms: Readonly<Record<string, readonly string[]>> } = createRequire(
  import.meta.url,
)('./rooms.cjs');

const root = fileURLToPath(new URL('../..', import.meta.url));
const rules = join(root, 'test/architecture/dependency-rules.cjs');
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-planted-'));
afterAll(() => removeFolder(folder));

const placeOfRoom = new Set(
  Object.entries(rooms).flatMap(([name, order]) =>
    order.map((room) => (room === '.' ? `src/${name}` : `src/${name}/${room}`)),
  ),
);

/** The same program as in `npm run check`, so that what is shown here holds there. */
function cruise(cwd: string): Promise<Cruise> {
  const args = [cruiser, '--config', rules, '--output-type', 'json', 'src'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error('dependency-cruiser printed nothing'));
      else resolve(JSON.parse(stdout));
    });
  });
}

describe('the import table', () => {
  let real: Cruise;
  beforeAll(async () => {
    real = await cruise(root);
  }, 180_000);

  test('sees every source file', () => {
    const seen = new Set(real.modules.map((module) => module.source));
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `src/${name.replaceAll('\\', '/')}`);
    expect(files.filter((file) => !seen.has(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(40);
  });

  test('is kept by the sources', () => {
    expect(real.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`)).toEqual([]);
  });

  test('lets the one-shot subcommands start without Ink, the terminal engine or the host', () => {
    for (const entry of ['ls', 'kill', 'new'].map((name) => `src/cli/terminals/${name}.ts`)) {
      const reached = staticReach(real, entry);
      expect(reached).toContain('src/cli/ground/exit-code.ts');
      // Where the host is, which process it is, and who holds its programs, is not yet the host.
      const heavy = [...reached].filter((source) =>
        /^src\/(tui|screen|shell)\/|^src\/ledger\/(?!files\/state-folder\.ts)|^src\/host\/(?!(door\/(socket-path|host-address|file-stamp)|keep\/keeper-file|ground\/[a-z-]+)\.ts)|node_modules\/(ink|react|node-pty|@xterm)\//.test(
          source,
        ),
      );
      expect({ entry, heavy }).toEqual({ entry, heavy: [] });
    }
  });

  test('gives each folder of the sources a place', () => {
    const sources = real.modules.map(({ source }) => source).filter((path) => /^src\/.*\.tsx?$/.test(path));
    const folders = new Set(sources.map((source) => dirname(source)));
    expect([...folders].filter((folder) => !placeOfRoom.has(folder))).toEqual([]);
  });

  test('reports each planted offence', async () => {
    plant(folder, root);
    const { summary } = await cruise(folder);
    const found = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
    expect(expectedOffences.filter((offence) => !found.has(offence))).toEqual([]);
  });
});

/** Everything loaded before the first line of `entry` runs: dynamic and type-only imports are not. */
function staticReach(cruised: Cruise, entry: string): Set<string> {
  const bySource = new Map(cruised.modules.map((module) => [module.source, module]));
  const reached = new Set<string>();
  const open = [entry];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (reached.has(source)) continue;
    reached.add(source);
    for (const to of bySource.get(source)?.dependencies ?? []) {
      if (!to.dynamic && !to.dependencyTypes.includes('type-only')) open.push(to.resolved);
    }
  }
  return reached;
}
