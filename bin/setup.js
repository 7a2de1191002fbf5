// Makes a clean clone ready: installs the locked packages and builds, each only when what is there is older.
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const newestUnder = (folder) =>
  Math.max(
    0,
    ...readdirSync(folder, { recursive: true }).map((name) => changedAt(join(folder, String(name)))),
  );
const run = (command) => execSync(command, { stdio: 'inherit', cwd: root });

if (changedAt(`${root}node_modules/.package-lock.json`) < changedAt(`${root}package-lock.json`)) {
  run('npm ci --no-audit --no-fund');
}
if (changedAt(`${root}dist/cli/main.js`) < newestUnder(`${root}src`)) run('node bin/build.js');
