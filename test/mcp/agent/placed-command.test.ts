import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { placedCommand } from '../../../src/mcp/commands/run-command.ts';
import { programPath } from '../../support/programs.ts';

const placed = (wanted: Parameters<typeof placedCommand>[0], shell: string | undefined = 'bash') => {
  const found = placedCommand(wanted, shell);
  return found.ok ? found.cmd : found.text;
};

test('a command without a folder and variables stays as it is, in any shell', () => {
  expect(placed({ cmd: 'ls' }, 'fish')).toBe('ls');
});

test('a folder and variables are those of the command alone, with quotes and a here-document', () => {
  const cmd = placed({ cmd: 'cat <<X\n$WHO in $PWD\nX', cwd: '/tmp', env: { WHO: "Ada's $HOME" } });
  const line = `${cmd}\necho "then \${WHO-nobody} in $PWD"`;
  expect(execFileSync(programPath('bash'), ['-c', line], { cwd: '/', encoding: 'utf8' })).toBe(
    "Ada's $HOME in /tmp\nthen nobody in /\n",
  );
});

test('a folder that is not there fails the command', () => {
  const cmd = placed({ cmd: 'echo ran', cwd: '/nowhere' });
  expect(() => execFileSync(programPath('bash'), ['-c', cmd], { stdio: 'ignore' })).toThrow();
});

test('what cannot be done is said', () => {
  expect(placed({ cmd: 'ls', cwd: '/tmp' }, 'fish')).toMatch(/the shell is fish/);
  expect(placed({ cmd: 'ls', env: { 'a b': 'x' } })).toMatch(/"a b" is not a name/);
});
