// Compiles src to dist and copies what the compiler does not: the shell scripts.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.build.json`],
  {
    stdio: 'inherit',
    cwd: root,
  },
);
cpSync(`${root}src/shell/scripts`, `${root}dist/shell/scripts`, { recursive: true });
