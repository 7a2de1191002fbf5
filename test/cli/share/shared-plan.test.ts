import { describe, expect, it } from 'vitest';
import { sharedPlan } from '../../../src/cli/share/share.ts';

const uri = 'ahp-terminal:/s';
const env = {
  SHELL: '/bin/bash',
  PATH: '/usr/bin:/bin',
  TERM: 'screen',
  TMUX: 'x',
  COTTY_NONCE: 'old',
  COTTY_TERMINAL: 'old',
};

describe('what cotty share starts', () => {
  it("is the user's shell in the user's environment, with our marks", () => {
    const { start, runs, cwd } = sharedPlan(uri, [], { env, cwd: '/usr' });
    expect(start).toMatchObject({ file: '/bin/bash', cwd: '/usr' });
    expect(start.args[0]).toBe('--init-file');
    expect(start.env).toMatchObject({ TERM: 'screen', TMUX: 'x', COTTY_TERMINAL: uri });
    expect(start.env).not.toHaveProperty('TERM_PROGRAM');
    expect(runs).toEqual({ shell: 'bash', nonce: start.env['COTTY_NONCE'] });
    expect(start.env['COTTY_NONCE']).toMatch(/^[0-9a-f]{32}$/);
    expect(cwd).toBe('file:///usr');
  });

  it('promises no marks of a shell that has none', () => {
    const { start, runs } = sharedPlan(uri, [], { env: { ...env, SHELL: '/bin/sh' }, cwd: '/' });
    expect(start).toMatchObject({ file: '/bin/sh', args: [] });
    expect(runs).toEqual({ shell: 'sh' });
  });

  it('is a program by way of the shell, which reads a single word as a line', () => {
    const line = (command: readonly string[]) => sharedPlan(uri, command, { env, cwd: '/' }).start.args;
    expect(line(['make && make test'])).toEqual(['-c', 'make && make test']);
    expect(line(['echo', 'a b'])).toEqual(['-c', "echo 'a b'"]);
    expect(sharedPlan(uri, ['top'], { env, cwd: '/' }).runs).toEqual({ command: ['top'] });
  });
});
