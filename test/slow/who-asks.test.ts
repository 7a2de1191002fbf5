/** Start files × states of the line editor × texts × who asks, paired off: what ran is what was asked. */

import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import { connectTo } from '../support/host-client.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { needs, programPath } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';

type Shell = 'bash' | 'zsh' | 'fish';

const HOMES = fileURLToPath(new URL('../../fixtures/shell-rc/', import.meta.url));

/** Homes whose shell is replaced by one without marks, or that hold no start files of an interactive shell. */
const OTHERS = ['bash-exec', 'bash-login', 'history'];
const homes = readdirSync(HOMES).filter((name) => !OTHERS.includes(name));

/** What each text has the witness write: its arguments, each with a NUL behind it, then with -i what it reads. */
const TEXTS: readonly (readonly [text: string, seen: string])[] = [
  [`$HOME/witness 'a!b' '!!' '^a^b' '!"'`, 'a!b\0!!\0^a^b\0!"\0'],
  [`$HOME/witness 'a\tb' 'c # d' ü漢🙂`, 'a\tb\0c # d\0ü漢🙂\0'],
  [`$HOME/witness '${'0123456789abcdef'.repeat(320)}'`, `${'0123456789abcdef'.repeat(320)}\0`],
  [`$HOME/witness 'two\nlines'\n$HOME/witness 'next'`, 'two\nlines\0next\0'],
  [`$HOME/witness one; # a remark\n# another\n$HOME/witness two`, 'one\0two\0'],
  [`printf '%s\\n' '!x' 'y' | $HOME/witness -i`, '-i\0!x\ny\n'],
];

/** Keys that are typed before the command: nothing, a half-typed line, a search, a question about completions, the keys of vi. */
const STATES: readonly string[] = ['', 'half typed', '\x12', 'ls /usr/bin/\t\t', 'half\x1b'];

let sandbox: Sandbox;
let agent: McpAgent;
let url: string;
let token: string;

beforeAll(async () => {
  sandbox = new Sandbox();
  const host = sandbox.open(['host', '--listen', '127.0.0.1:0'], { cols: 200 });
  await host.waitForText(/listening/);
  const { stdout } = await sandbox.run(['host', 'status', '--json']);
  const [, address] = /ws:\/\/(127\.0\.0\.1:\d+)/.exec(stdout) ?? [];
  url = `http://${address}/api/terminals`;
  token = readFileSync(join(sandbox.root, 'run/token'), 'utf8').trim();
  agent = await McpAgent.open(sandbox, 'alice');
});
afterAll(async () => {
  await agent?.close();
  await sandbox?.close();
});

const seenAt = () => join(sandbox.home, 'seen');
const seen = () => (existsSync(seenAt()) ? readFileSync(seenAt(), 'utf8') : '');

let home: string | undefined;

/** Gives the sandbox the start files of a home in place of those of the one before. */
function moveInto(name: string): void {
  if (home !== name) {
    for (const file of home === undefined
      ? ['.bashrc', '.zshrc', '.config/fish']
      : readdirSync(join(HOMES, home)))
      rmSync(join(sandbox.home, file), { recursive: true, force: true });
    cpSync(join(HOMES, name), sandbox.home, { recursive: true });
  }
  home = name;
  const witness = join(sandbox.home, 'witness');
  writeFileSync(
    witness,
    `#!/bin/sh\nprintf '%s\\0' "$@" >> ${seenAt()}\n[ "$1" = -i ] && cat >> ${seenAt()}\nexit 0\n`,
  );
  chmodSync(witness, 0o755);
  rmSync(seenAt(), { force: true });
}

let made = 0;
/** Opens a terminal that nobody holds, and leaves its line editor in a state. */
async function free(shell: Shell, keys: string): Promise<string> {
  made += 1;
  const name = `t${made}`;
  await sandbox.openShell(shell, name);
  expect(await sandbox.run(['run', name, '--', 'true'])).toMatchObject({ code: 0 });
  if (keys !== '') expect(await sandbox.run(['send', name, '-l', keys])).toMatchObject({ code: 0 });
  return name;
}

async function post(json: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) })).status;
}

const ASKERS: Readonly<Record<string, (shell: Shell, text: string, keys: string) => Promise<void>>> = {
  'cotty run': async (shell, text, keys) => {
    const script = new Script(sandbox, ['run', await free(shell, keys), '-'], text);
    expect([await script.ended, script.stderr]).toEqual([0, '']);
  },
  'an agent': async (shell, text, keys) => {
    const name = await free(shell, keys);
    await agent.ok('term_run', { name, cmd: text });
  },
  'a program over HTTP': async (shell, text) => {
    expect(await post({ command: text, shell: programPath(shell) })).toBe(201);
  },
  "RUN's line": async (shell, text, keys) => {
    const name = await free(shell, keys);
    const client = await connectTo(sandbox, `line-${name}`);
    const info = client.root.state.terminals?.find(({ title }) => title === name);
    const uri = String(info?.resource);
    await client.subscribe(uri);
    const claim = { kind: 'client', clientId: client.clientId } as const;
    client.dispatch(uri, { type: 'terminal/claimed', claim });
    client.dispatch(uri, { type: 'terminal/input', data: lineInput(text) });
    await expect.poll(seen).not.toBe('');
    client.close();
  },
};

const shellOf = (name: string): Shell =>
  name.startsWith('zsh') ? 'zsh' : name.startsWith('fish') ? 'fish' : 'bash';

afterEach(async () => {
  await sandbox.run(['kill', '--all', '--yes']);
});

describe.each(homes.map((name, at) => [name, at] as const))('with the start files %s', (name, at) => {
  test.each(Object.keys(ASKERS).map((who, with_) => [who, with_] as const))(
    'what %s asks is what runs',
    async (who, with_) => {
      const shell = shellOf(name);
      needs(shell);
      moveInto(name);
      // A person's line is read as at the person's prompt: remarks and several lines are for scripts.
      const texts = who === "RUN's line" ? TEXTS.slice(1, 3) : TEXTS;
      const [text, wanted] = texts[(at + 2 * with_) % texts.length] ?? ['', ''];
      await ASKERS[who]?.(shell, text, STATES[(at + with_) % STATES.length] ?? '');
      await expect.poll(seen).toBe(wanted);
    },
  );
});
