import { expect, test } from 'vitest';
import { programName } from '../../../src/protocol/cotty/program-name.ts';
import { IDLE_READING } from '../../support/tui-model.ts';

test.each([
  ['vim notes.txt', undefined, 'vim'],
  ['sudo FOO=1 /usr/bin/htop', undefined, 'htop'],
  ['cd app; node menu.mjs', 'node', 'node'],
  ['sudo vim /etc/hosts', 'sudo', 'vim'],
  ['', undefined, 'the program'],
])('`%s` with %s in front is shown as %s', (commandLine, foreground, name) => {
  expect(programName({ ...IDLE_READING, running: { commandLine, since: 1 }, foreground })).toBe(name);
});
