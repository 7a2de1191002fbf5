import { expect, test } from 'vitest';
import { programName } from '../../../src/protocol/cotty/program-name.ts';
import { IDLE_READING } from '../../support/tui-model.ts';

test.each([
  ['vim notes.txt', undefined, 'vim'],
  ['sudo FOO=1 /usr/bin/htop', undefined, 'htop'],
  ['cd app; node menu.mjs', 'node', 'node'],
  ['sudo vim /etc/hosts', 'sudo', 'vim'],
  ['sudo -k true', undefined, 'true'],
  ['for i in 1 2 3; do sleep 1; done', 'sleep', 'for i in 1 2 3; do …'],
  ['(sleep 1; date)', 'sleep', '(sleep 1; date)'],
  ['', undefined, 'the program'],
])('`%s` with %s in front is shown as %s', (commandLine, foreground, name) => {
  expect(programName({ ...IDLE_READING, running: { commandLine, since: 1 }, foreground })).toBe(name);
});

test('a program on another machine is named with the way there', () => {
  const running = { commandLine: 'vim notes.txt', since: 1 };
  const within = { host: 'box', shell: 'bash' };
  expect(programName({ ...IDLE_READING, running, foreground: 'ssh', within })).toBe('ssh box · vim');
});
