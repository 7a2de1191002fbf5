/** A commit beside what is here: the same parts by turns, each run in a process of its own. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { columns, median, over, short } from './figures.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TURNS = 2;

/** Builds `commit` in a folder of its own, measures both by turns, and prints the figures side by side. */
export async function against(commit, parts, quick) {
  const folder = join(mkdtempSync(join(tmpdir(), 'ca-')), 'cotty');
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', folder, commit);
  try {
    build(folder);
    const launchers = { before: join(folder, 'bin/cotty.js'), now: join(root, 'bin/cotty.js') };
    const found = parts.flatMap((part) => measured(part, launchers, quick));
    console.log(
      columns([
        ['figure', commit, 'now', 'now/before', 'tmux', 'now/tmux', ''],
        ...found.map(({ name, unit, better, before, now, tmux }) => [
          `${name}, ${unit}`,
          ...[before, now, over(now, before), tmux, over(now, tmux)].map(short),
          better === 'more' ? '(more is better)' : '',
        ]),
      ]),
    );
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

/** With the same locked packages those that are here will do. */
function build(folder) {
  const lock = (place) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  const quiet = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci'], quiet);
  execFileSync(process.execPath, ['bin/build.js'], quiet);
}

/** Both by turns; of each figure the median of its turns. */
function measured(part, launchers, quick) {
  const turns = Array.from({ length: TURNS }, () => ({
    before: once(part, launchers.before, quick),
    now: once(part, launchers.now, quick),
  }));
  console.error(`${part}: measured`);
  const [{ now: figures }] = turns;
  return figures.map(({ name, unit, better }, at) => {
    const of = (when, what) => median(turns.map((turn) => turn[when][at][what]).filter(Number.isFinite));
    return {
      name,
      unit,
      better,
      before: of('before', 'cotty'),
      now: of('now', 'cotty'),
      tmux: of('now', 'tmux'),
    };
  });
}

function once(part, launcher, quick) {
  const run = fileURLToPath(new URL('run.mjs', import.meta.url));
  const args = [run, '--only', part, '--no-file', '--json', ...(quick ? ['--quick'] : [])];
  const env = { ...process.env, COTTY_BENCH_BIN: launcher };
  const options = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return JSON.parse(execFileSync(process.execPath, args, options));
}
