/** `--connect` before and behind every subcommand: it means the same, or is refused with the reason. */

import { expect, test } from 'vitest';
import { ExitCode } from '../../../src/cli/common/exit-code.ts';
import {
  type SubcommandName,
  type SubcommandText,
  subcommands,
} from '../../../src/cli/common/subcommands.ts';
import { runCli } from '../../../src/cli/run.ts';
import { fakeIo } from '../../support/fake-io.ts';

const NOWHERE = 'unix:/nowhere/host.sock';
const HOST = ['--connect', NOWHERE];

/** Arguments with which each subcommand asks a host at once; those of the others do not matter. */
const ARGS: { readonly [Name in SubcommandName]: readonly string[] } = {
  tour: [],
  new: ['build', '--detached', '--', 'make'],
  up: ['--yes'],
  attach: ['build'],
  layout: ['set', 'beside', 'build', 'test'],
  share: [],
  ls: ['--json'],
  run: ['build', '--', 'make', '--connect', 'of-make'],
  read: ['build'],
  send: ['build', 'Enter'],
  wait: ['build'],
  watch: [],
  status: ['done'],
  forget: ['build', '1'],
  note: ['build', 'text'],
  kill: ['build'],
  undo: [],
  mcp: ['--handle', 'no handle'],
  agent: ['explain', 'build'],
  host: ['status'],
  machine: ['ls'],
  forward: ['box'],
  fleet: ['ls'],
  web: [],
  notify: [],
  diff: ['build'],
  history: ['--failed'],
  stats: [],
  export: ['build'],
  play: ['/nowhere/file.md'],
  doctor: [],
  keys: [],
  config: [],
  completion: ['bash'],
  'shell-init': ['bash'],
};

/** They say something else before they connect: these need a terminal to draw on, a valid handle, a file. */
const EARLIER: { readonly [Name in SubcommandName]?: string } = {
  attach: 'must be a terminal',
  mcp: 'is not a handle',
  play: '/nowhere/file.md',
  share: 'terminal',
  up: 'there is no project file .cotty',
};

async function said(argv: readonly string[]) {
  const { io, out, err } = fakeIo({ env: { HOME: '/nowhere', COTTY_RUNTIME_DIR: '/nowhere/run' } });
  return { code: await runCli(argv, io), out: out(), err: err() };
}

test.each(Object.keys(ARGS) as SubcommandName[])('%s', async (name) => {
  const args = ARGS[name];
  const dashes = args.indexOf('--');
  const behind = args.toSpliced(dashes < 0 ? args.length : dashes, 0, ...HOST);
  const before = await said([...HOST, name, ...args]);
  expect(before).toEqual(await said([name, ...behind]));
  expect(before).toEqual(await said([`--connect=${NOWHERE}`, name, ...args]));
  const { noConnect }: SubcommandText = subcommands[name];
  if (noConnect !== undefined) {
    expect(before).toEqual({
      code: ExitCode.usage,
      out: '',
      err: `cotty: cotty ${name} takes no --connect: ${noConnect}\n`,
    });
    return;
  }
  expect(before.err).not.toMatch(/unknown option|unexpected argument|takes no/);
  const earlier = EARLIER[name];
  expect(before.err).toContain(earlier ?? `cannot connect to ${NOWHERE}`);
  if (earlier === undefined) expect(before.code).toBe(ExitCode.noHost);
});

test('a window is opened on the host of --connect, whatever stands behind it', async () => {
  expect(await said([...HOST, '--clean'])).toMatchObject({ code: ExitCode.usage });
  expect((await said([...HOST, 'nothing'])).err).toContain('unknown subcommand "nothing"');
  expect((await said(['--connect', 'ls'])).err).toContain('must be a terminal');
});

test('a host is named where its own subcommands do not ask one', async () => {
  for (const verb of ['restart', 'limits', 'install'])
    expect((await said([...HOST, 'host', verb])).err).toContain(
      '--connect and --token work only with status and stop',
    );
});
