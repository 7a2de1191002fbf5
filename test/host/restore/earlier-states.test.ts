import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST } from '../../../src/host/keep/masters.ts';
import { REPLAY_VERSION } from '../../../src/host/keep/replay-head.ts';
import { keptPtys } from '../../support/kept-pty.ts';
import { MemoryHost } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const states = fileURLToPath(new URL('../../../fixtures/state/', import.meta.url));

it('has a state of the present version, and of each before it', () => {
  const versions = Array.from({ length: REPLAY_VERSION }, (_, before) => `tapes-${before + 1}`);
  expect(readdirSync(states).filter((name) => name !== 'README.md')).toEqual(versions);
});

describe('the state that a host with replay logs of version 1 has left', () => {
  let folder: string;
  let host: MemoryHost;
  let uris: ReadonlyMap<string, string>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-state-'));
    cpSync(join(states, 'tapes-1'), folder, { recursive: true });
    uris = new Map(
      readdirSync(join(folder, 'terminals')).map((terminal) => {
        const { name, uri } = JSON.parse(
          readFileSync(join(folder, 'terminals', terminal, 'meta.json'), 'utf8'),
        );
        return [name, uri];
      }),
    );
    const inherited = [...uris.values()].map((uri, index) => ({ uri, fd: FIRST + index }));
    host = await MemoryHost.start({
      ...keptPtys(),
      record: { folder },
      keep: { program: ['/bin/false'], args: [], leave: () => {}, inherited },
    });
  });

  afterEach(async () => {
    await host.host.close();
    removeFolder(folder);
  });

  /** What the terminal shows, and its commands: line, exit code and whether it is over. */
  const ask = async (name: string) => {
    const client = await host.connect('c1', { writer: 'user:ada' });
    const channel = uris.get(name);
    const { commands } = await client.request('x-cotty/commands', { channel });
    const { lines, fullScreen } = await client.request('x-cotty/screen', { channel });
    return {
      commands: (commands as readonly Record<string, unknown>[]).map((command) => [
        command['commandLine'],
        command['exitCode'],
        command['isComplete'],
      ]),
      lines: (lines as readonly string[]).filter((line) => line !== '' && line !== '~'),
      fullScreen,
    };
  };

  const loop = 'x=1; for i in 1 2 3; do echo "line $i"; done; sleep 1000';

  it('goes on with its screen, its blocks and the command that runs', async () => {
    expect(await ask('build')).toEqual({
      commands: [
        ['echo before', 0, true],
        ['[forgotten]', 0, true],
        ['ls /nowhere', 2, true],
        ['echo after', 0, true],
        [loop, undefined, false],
      ],
      lines: [
        '$ echo before',
        'before',
        String.raw`$ printf "\033[31mred\033[0m 漢字\n"`,
        'red 漢字',
        '$ ls /nowhere',
        "ls: cannot access '/nowhere': No such file or directory",
        '$ echo after',
        'after',
        `$ ${loop}`,
        'line 1',
        'line 2',
        'line 3',
      ],
      fullScreen: false,
    });
  });

  it('goes on with vim and what was typed', async () => {
    expect(await ask('edit')).toEqual({
      commands: [['vim -n -u NONE notes.txt', undefined, false]],
      lines: ['text of a file', 'second line', '"notes.txt" [New File]'],
      fullScreen: true,
    });
  });
});
