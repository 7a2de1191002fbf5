/**
 * Do the tests notice when a line is wrong? Changes the modules below in small ways, one at a time, and runs the tests of
 * their folder against each change.
 *
 *   npm run mutate                    every module
 *   npm run mutate -- claims redact   these alone
 *   npm run mutate -- --lines 3 skim  only what is in one line of three, chosen by chance, the same in each run
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The modules in which a mistake would lose, mix up or reveal something; for each, what is changed and what is run. */
const MODULES = {
  claims: [['src/host/clients/claims.ts'], ['test/host/clients/**/*.test.ts']],
  quota: [['src/host/clients/quota.ts'], ['test/host/clients/quota.test.ts']],
  // Without the tests with real shells, of which each takes seconds.
  track: [['src/shell/track.ts'], ['test/shell/track.test.ts', 'test/shell/streams.test.ts']],
  split: [['src/shell/split.ts'], ['test/shell/{split,streams,mark,query,release}.test.ts']],
  sequence: [
    ['src/shell/sequence.ts', 'src/protocol/sequences/*.ts'],
    ['test/protocol/sequences/*.test.ts', 'test/shell/{sequence,split,streams,mark,query}.test.ts'],
  ],
  reducers: [
    ['src/protocol/terminal/reducer.ts', 'src/protocol/root/reducer.ts'],
    ['test/protocol/reducer-fixtures.test.ts', 'test/protocol/terminal/{reducer,without-flood,trim}.test.ts'],
  ],
  journal: [['src/ledger/write/journal.ts'], ['test/ledger/write/journal*.test.ts']],
  recover: [
    ['src/ledger/read/recover.ts', 'src/ledger/text/recover-text.ts'],
    ['test/ledger/read/recover*.test.ts', 'test/ledger/text/recover-text.test.ts'],
  ],
  redact: [['src/ledger/records/redact.ts'], ['test/ledger/records/redact.*.ts']],
  'text log': [['src/ledger/text/*.ts'], ['test/ledger/text/*.test.ts']],
  painter: [
    ['src/tui/paint/painter.ts'],
    ['test/tui/paint/painter*.test.ts', 'test/tui/paint/images/image-layer.test.ts'],
  ],
  skim: [['src/screen/skim/*.ts'], ['test/screen/skim/*.test.ts']],
  lock: [
    ['src/host/common/folder-lock.ts'],
    ['test/host/common/*lock*.test.ts', 'test/host/record/state-lock.test.ts'],
  ],
  admission: [
    ['src/host/listener/admission.ts', 'src/host/listener/failed-tokens.ts'],
    ['test/host/listener/admission.test.ts'],
  ],
  tokens: [['src/host/listener/network-token.ts'], ['test/host/listener/network-token.test.ts']],
  'encode-key': [
    ['src/tui/input/encode-key.ts'],
    ['test/tui/input/encode-key.test.ts', 'test/tui/input/newer-keys.test.ts'],
  ],
  danger: [['src/shell/danger/*.ts'], ['test/shell/danger/*.test.ts']],
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals: asked } = parseArgs({
  options: { lines: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const unknown = asked.find((name) => MODULES[name] === undefined);
if (unknown !== undefined) {
  console.error(`"${unknown}" is no module of these: ${Object.keys(MODULES).join(', ')}`);
  process.exit(2);
}
const kept = 'node_modules/.cache/mutation';
mkdirSync(`${root}${kept}`, { recursive: true });

/** Changes of the lines of which the hash of file and number says so: one of so many, as ranges that Stryker reads. */
function sampled(paths, among) {
  if (among === 1) return paths;
  return paths.flatMap(filesOf).flatMap((path) => {
    const lines = readFileSync(`${root}${path}`, 'utf8').split('\n');
    return lines.flatMap((_, at) =>
      isChosen(`${path}:${at + 1}`, among) ? `${path}:${at + 1}-${at + 1}` : [],
    );
  });
}

function filesOf(path) {
  if (!path.endsWith('/*.ts')) return [path];
  const folder = dirname(path);
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith('.ts') ? `${folder}/${entry.name}` : [],
  );
}

function isChosen(text, among) {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % among === 0;
}

const among = Number(values.lines);
const weak = [];
for (const name of asked.length > 0 ? asked : Object.keys(MODULES)) {
  const [changed, tests] = MODULES[name];
  console.log(`\n== ${name}: ${changed.join(', ')}`);
  const env = {
    ...process.env,
    COTTY_MUTATE: JSON.stringify(sampled(changed, among)),
    COTTY_MUTATE_TESTS: JSON.stringify(tests),
    COTTY_MUTATE_KEPT: `${kept}/${name.replace(' ', '-')}${among === 1 ? '' : `-${among}`}.json`,
    // Random output in these tests has a fixed seed and counts what it reached: fewer rounds, not a time limit.
    COTTY_RUNS: '60',
    COTTY_SLOWED: '10',
  };
  const { status } = spawnSync('npx', ['stryker', 'run', '.stryker.config.mjs'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) weak.push(name);
}
console.log(
  weak.length === 0 ? 'at least 90 % killed in each' : `less than 90 % killed, or failed: ${weak.join(', ')}`,
);
process.exitCode = weak.length === 0 ? 0 : 1;
