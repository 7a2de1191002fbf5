/**
 * Runs the slow tests: all of them, or with `--share` as many as fit into two minutes, another part for each commit.
 * Names of files choose: `npm run test:slow -- kill fuzz`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Seconds that each slow test takes on two quiet cores. */
const seconds = JSON.parse(readFileSync(new URL('seconds.json', import.meta.url), 'utf8'));
const SHARE_SECONDS = 120;

/**
 * The files of one share. All files stand in a ring, each as long as it takes, and the commit tells where in the ring the share
 * begins: every file has its turn, and one that takes longer than a share is not left out.
 */
export function shareOf(files, commit) {
  const ring = Object.values(files).reduce((sum, each) => sum + each, 0);
  const from = Number.parseInt(commit.slice(0, 12), 16) % Math.max(1, Math.round(ring));
  const names = Object.keys(files).sort();
  let at = 0;
  let first = 0;
  for (const [index, name] of names.entries()) {
    if (at <= from) first = index;
    at += files[name];
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const commit = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const chosen = args[0] === '--share' ? shareOf(seconds, commit()).map((name) => `test/slow/${name}`) : args;
  if (args[0] === '--share') process.stdout.write(`slow tests of this commit: ${chosen.join(' ')}\n`);
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'slow', ...chosen], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
