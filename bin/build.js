// Compiles src to dist and copies what the compiler does not: the shell scripts.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = `${root}node_modules/typescript/bin/tsc`;
const dist = `${root}dist`;
const scripts = 'shell/scripts';

// A file whose source is gone must not live on in dist.
rmSync(dist, { recursive: true, force: true });
try {
  execFileSync(process.execPath, [tsc, '-p', `${root}bin/tsconfig.build.json`], {
    stdio: 'inherit',
    cwd: root,
  });
} catch {
  // tsc has printed what is wrong; a stack of this file would only hide it. What it wrote all the same starts, and
  // then lacks the scripts: better nothing than half of it.
  rmSync(dist, { recursive: true, force: true });
  process.exit(1);
}
if (existsSync(`${root}src/${scripts}`)) {
  cpSync(`${root}src/${scripts}`, `${dist}/${scripts}`, { recursive: true });
}
