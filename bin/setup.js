// Prepares a clean clone: installs the locked packages and builds, each only when the present result is older. Plain old
// JavaScript as the launcher, so that a Node too old for the rest gets a sentence and not a stack.
import { execSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const [leastMajor, leastMinor] = engines.node.slice('>='.length).split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(`cotty needs Node ${leastMajor}.${leastMinor} or newer; this is ${process.versions.node}`);
  process.exit(1);
}

const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
// Folders count as well: only their time tells of a removed file.
const newestUnder = (path) =>
  Math.max(
    changedAt(path),
    ...(statSync(path).isDirectory() ? readdirSync(path).map((name) => newestUnder(join(path, name))) : []),
  );

function run(command) {
  try {
    execSync(command, { stdio: ['ignore', 'inherit', 'inherit'], cwd: root });
  } catch (error) {
    console.error(`cotty: "${command}" failed; its own words are above`);
    process.exit(error.status || 1);
  }
}

const installed = changedAt(`${root}node_modules/.package-lock.json`);
// Linked packages belong to another checkout, which npm would empty.
const linked = existsSync(`${root}node_modules`) && lstatSync(`${root}node_modules`).isSymbolicLink();
if (!linked && installed < changedAt(`${root}package-lock.json`))
  run('npm ci --include=dev --no-audit --no-fund');

const sources = Math.max(
  newestUnder(`${root}src`),
  ...['tsconfig.json', 'bin/build.js', 'bin/build-page.js', 'bin/licences.js'].map((name) =>
    changedAt(root + name),
  ),
);
if (changedAt(`${root}dist/cli/main.js`) < sources) run('node bin/build.js');
