// Compiles src to dist and copies what the compiler does not: the shell scripts.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = `${root}node_modules/typescript/bin/tsc`;
const scripts = 'shell/scripts';

// A file whose source is gone must not live on in dist.
rmSync(`${root}dist`, { recursive: true, force: true });
try {
  execFileSync(process.execPath, [tsc, '-p', `${root}bin/tsconfig.build.json`], {
    stdio: 'inherit',
    cwd: root,
  });
} catch {
  // tsc has printed what is wrong; a stack of this file would only hide it.
  process.exit(1);
}
if (existsSync(`${root}src/${scripts}`)) {
  cpSync(`${root}src/${scripts}`, `${root}dist/${scripts}`, { recursive: true });
}
