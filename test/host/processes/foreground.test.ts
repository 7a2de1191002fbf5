import { spawn } from 'node-pty';
import { afterEach, describe, expect, it } from 'vitest';
import { foregroundGroup, groupExists, groupProgram } from '../../../src/host/processes/foreground.ts';

const shells: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const shell of shells.splice(0)) shell.kill('SIGHUP');
});

/** A shell with job control, and the group that it has put into the foreground. */
async function running(line: string) {
  const env = { PATH: process.env['PATH'] ?? '' };
  const shell = spawn('/bin/bash', ['--norc', '-i'], { encoding: null, env });
  shells.push(shell);
  shell.write(`${line}\n`);
  const front = () => foregroundGroup(shell.pid) ?? shell.pid;
  await expect.poll(front).not.toBe(shell.pid);
  return { shell, group: front() };
}

describe.runIf(process.platform === 'linux')('the foreground of a terminal', () => {
  it('has the name of the program that leads it', async () => {
    const { shell, group } = await running('cd /; sleep 100');
    await expect.poll(() => groupProgram(group, shell.pid)).toBe('sleep');
    expect(groupExists(group)).toBe(true);
  });

  it('has the name of the last program of a pipeline whose first has ended', async () => {
    const { shell, group } = await running('true | tail -f /dev/null | cat');
    await expect.poll(() => groupProgram(group, shell.pid)).toBe('cat');
  });

  it('has no name when its programs have ended', async () => {
    const { shell, group } = await running('sleep 100');
    // Before that, bash itself can take the Ctrl+C.
    await expect.poll(() => groupProgram(group, shell.pid)).toBe('sleep');
    shell.write('\x03');
    await expect.poll(() => groupExists(group)).toBe(false);
    expect(groupProgram(group, shell.pid)).toBeUndefined();
  });
});
