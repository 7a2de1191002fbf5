import { type ChildProcess, spawn } from 'node:child_process';
import { getegid, geteuid, setegid, seteuid } from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { terminalReaders } from '../../../src/host/processes/line-reader.ts';

/** Any user but root, from whom the kernel hides the files of a process that is ending. */
const SOMEBODY = 65534;

describe.runIf(process.platform === 'linux')('who waits for input', () => {
  let shell: ChildProcess | undefined;
  afterEach(() => {
    if (shell?.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
  });

  it('is known in a group whose programs end all the time, to users other than root as well', () => {
    const isRoot = geteuid?.() === 0;
    const user = isRoot ? { uid: SOMEBODY, gid: SOMEBODY } : {};
    const script = 'while :; do /bin/true | /bin/cat; done';
    shell = spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: 'ignore', ...user });
    const { pid = 0 } = shell;
    const looks = asUser(isRoot, () => Array.from({ length: 2000 }, () => terminalReaders(pid, pid)?.length));
    expect(new Set(looks)).toEqual(new Set([0]));
  });
});

/** Runs a function with the rights of somebody else. */
function asUser<T>(isRoot: boolean, run: () => T): T {
  if (!isRoot) return run();
  const group = getegid?.() ?? 0;
  setegid?.(SOMEBODY);
  seteuid?.(SOMEBODY);
  try {
    return run();
  } finally {
    seteuid?.(0);
    setegid?.(group);
  }
}
