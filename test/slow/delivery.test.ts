import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { CommandRecord } from '../../src/protocol/cotty/command-record.ts';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import { needs } from '../support/programs.ts';
import { RealHost } from '../support/real-host.ts';

type Shell = 'bash' | 'zsh' | 'fish';
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

let real: RealHost;
let mara: Client;
let script: Client;

beforeAll(async () => {
  real = await RealHost.start();
  mara = await real.join('user:mara');
  script = await real.join('user:mara', 'script');
  const witness = join(real.root, 'witness');
  // Writes its arguments, each with a NUL behind it, and with -i what it reads.
  writeFileSync(
    witness,
    `#!/bin/sh\nprintf '%s\\0' "$@" >> ${real.root}/seen\n[ "$1" = -i ] && cat >> ${real.root}/seen\nexit 0\n`,
  );
  chmodSync(witness, 0o755);
  mkdirSync(join(real.root, '.config/fish'), { recursive: true });
  writeFileSync(join(real.root, '.bashrc'), RC.bash);
  writeFileSync(join(real.root, '.zshrc'), RC.zsh);
  writeFileSync(
    join(real.root, '.config/fish/config.fish'),
    "function fish_greeting; end\nfunction fish_prompt; echo -n '$ '; end\nabbr -a ls echo an abbreviation\nset -q VI; and fish_vi_key_bindings\n",
  );
});

afterAll(() => real.close());

/** Everything that only an interactive shell does with a line is on. */
const RC = {
  bash: `PS1='$ '
alias witness='echo an alias' ll='echo an alias'
shopt -s autocd cdspell checkjobs; shopt -u interactive_comments
[[ -z $VI ]] || set -o vi
`,
  zsh: `PS1='$ '
alias witness='echo an alias' ll='echo an alias'
alias -g G='echo a global alias'
setopt auto_cd correct_all no_interactive_comments bang_hist hist_verify print_exit_value
HISTSIZE=100
bindkey -e
[[ -z $VI ]] || bindkey -v
`,
};

const seen = (): string => {
  const path = join(real.root, 'seen');
  return existsSync(path) ? readFileSync(path, 'latin1') : '';
};
beforeEach(() => writeFileSync(join(real.root, 'seen'), ''));

async function run(uri: string, commandLine: string): Promise<CommandRecord> {
  return (await script.cotty.run(uri, { commandLine })).record;
}

const reason = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Single quotes, in which nothing is special but the quote itself and, in fish, the backslash. */
function quoted(text: string, shell: Shell): string {
  return shell === 'fish'
    ? `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : `'${text.replaceAll("'", "'\\''")}'`;
}

const EVERY_ASCII = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)).join('');

describe.each(SHELLS)('%s', (shell) => {
  beforeAll(() => needs(shell));

  const argument = (text: string) => `$HOME/witness ${quoted(text, shell)}`;

  it.each([
    ['history expansion', 'a!b !! !echo ^a^b !"'],
    ['a remark', 'a # b'],
    ['tabs, a carriage return and several lines', 'a\tb\rc\nd\n\n\te\n'],
    ['every ASCII character but NUL', EVERY_ASCII],
    ['characters beyond', 'ü漢🙂é'],
    ['more than a line editor takes', `${'0123456789abcdef'.repeat(200)}!`],
    ['a megabyte less what the system takes', 'x'.repeat(120_000)],
  ])('hands over %s exactly', async (_, text) => {
    const uri = await real.open(mara, { shell });
    const asked = argument(text);
    const record = await run(uri, asked);
    expect(seen()).toBe(Buffer.from(`${text}\0`).toString('latin1'));
    expect(record).toMatchObject({ exit: 0 });
    if (asked.length < 60_000) expect(record.cmd).toBe(asked);
    // The next line of the person is read as ever.
    await run(uri, `$HOME/witness ${quoted('next', shell)}`);
    expect(seen()).toMatch(/next\0$/);
  });

  it('hands over a script of a megabyte', async () => {
    const uri = await real.open(mara, { shell });
    const text = `${'# a remark of thirty-two letters\n'.repeat(31_000)}$HOME/witness end\n`;
    expect(text.length).toBeGreaterThan(1_000_000);
    await run(uri, text);
    expect(seen()).toBe('end\0');
  });

  it('reads a script as its -c does: remarks, no alias, no folder as a command, no question', async () => {
    const uri = await real.open(mara, { shell });
    await run(uri, `# note\n$HOME/witness one # two\n# end`);
    expect(seen()).toBe('one\0');
    const alias = await run(uri, shell === 'fish' ? 'ls /nowhere' : 'll');
    expect(alias.stdout).not.toContain('an a');
    expect(alias.exit).not.toBe(0);
    if (shell !== 'fish') expect(await run(uri, '/tmp')).toMatchObject({ exit: 126 });
    expect(await run(uri, '# nothing to run')).toMatchObject({ cmd: '# nothing to run', exit: 0 });
  });

  it('runs nothing of a script that it cannot parse, and says why in its own words at once', async () => {
    const uri = await real.open(mara, { shell });
    const broken = shell === 'fish' ? 'for i in 1 2\n$HOME/witness in' : 'if true; then\n)';
    expect(await reason(run(uri, `$HOME/witness first\n${broken}`))).toMatch(new RegExp(`^${shell}:`));
    expect(seen()).toBe('');
    expect(await run(uri, 'true')).toMatchObject({ seq: 1, exit: 0 });
  });

  it('refuses NUL and half a surrogate pair', async () => {
    const uri = await real.open(mara, { shell });
    expect(await reason(run(uri, 'echo a\0b'))).toContain('NUL');
    expect(await reason(run(uri, 'echo \ud800'))).toContain('Unicode');
  });

  it('keeps what the session has: variables, folder, status', async () => {
    const uri = await real.open(mara, { shell });
    const set = shell === 'fish' ? 'set -g kept here; cd /; false' : 'kept=here; cd /; false';
    expect(await run(uri, set)).toMatchObject({ exit: 1 });
    await run(uri, `$HOME/witness ${shell === 'fish' ? '$status' : '$?'} $kept $PWD`);
    expect(seen()).toBe('1\0here\0/\0');
  });

  it('lets a command read the keys that come after it', async () => {
    const uri = await real.open(mara, { shell });
    const answer = run(uri, '$HOME/witness -i');
    await expect.poll(seen).toBe('-i\0');
    await mara.cotty.type(uri, 'typed to it\r\x04');
    expect(await answer).toMatchObject({ exit: 0 });
    expect(seen()).toBe('-i\0typed to it\n');
  });
});

/** Keys that lead to states of the line editor in which text would be no text; `|` waits for the editor. */
const STATES: Readonly<
  Record<string, readonly [shells: readonly Shell[], vi: boolean, keys: readonly string[]]>
> = {
  'a half-typed line': [SHELLS, false, ['half']],
  'an incremental search': [SHELLS, false, ['\x12', 'wit']],
  'a key that is to be taken literally': [['bash', 'zsh'], false, ['half', '\x16']],
  'a numeric argument': [['bash', 'zsh'], false, ['half', '\x1b5']],
  'a question about many completions': [SHELLS, false, ['ls /usr/bin/', '\t', '\t']],
  'a key to search for': [['bash'], false, ['half', '\x1d']],
  'a macro that is recorded': [['bash'], false, ['\x18(', 'half']],
  'a command by its name': [['zsh'], false, ['half', '\x1bx', 'foo']],
  'the keys of vi': [SHELLS, true, ['half', '\x1b']],
  'an operator of vi': [SHELLS, true, ['half', '\x1b', 'd']],
  'a character of vi': [SHELLS, true, ['half', '\x1b', 'r']],
  'a search of vi': [['bash', 'zsh'], true, ['half', '\x1b', '/']],
  'a selection of vi': [['zsh', 'fish'], true, ['half', '\x1b', 'v']],
  'a register of vi': [['bash', 'zsh'], true, ['half', '\x1b', '"']],
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 250));

describe.each(SHELLS)('the line editor of %s', (shell) => {
  beforeAll(() => needs(shell));

  const states = Object.entries(STATES).filter(([, [shells]]) => shells.includes(shell));

  async function inState(vi: boolean, keys: readonly string[]): Promise<string> {
    const uri = await real.open(mara, { shell, ...(vi ? { env: { VI: '1' } } : {}) });
    await run(uri, 'true');
    // Each of these keys has an effect that no mark tells.
    for (const each of keys) {
      await settle();
      await mara.cotty.type(uri, each);
    }
    await settle();
    return uri;
  }

  it.each(states)('is left in order for a script: %s', async (_, [, vi, keys]) => {
    const uri = await inState(vi, keys);
    expect(await run(uri, `$HOME/witness 'script'`)).toMatchObject({ exit: 0 });
    expect(seen()).toBe('script\0');
    expect(await run(uri, `$HOME/witness again`)).toMatchObject({ exit: 0 });
    expect(seen()).toBe('script\0again\0');
  });

  it.each(states)('is left in order for a line of a person: %s', async (_, [, vi, keys]) => {
    const uri = await inState(vi, keys);
    mara.dispatch(uri, { type: 'terminal/input', data: lineInput(`$HOME/witness 'line'`) });
    await expect.poll(seen, { timeout: 8000 }).toBe('line\0');
  });

  it('gives a half-typed line back after a script', async () => {
    const uri = await real.open(mara, { shell });
    const lastLine = async () =>
      (await mara.cotty.screen(uri)).lines.findLast((line) => line.trim() !== '')?.trimEnd();
    await run(uri, 'true');
    await mara.cotty.type(uri, '$HOME/witness half');
    await expect.poll(lastLine).toMatch(/\$ \$HOME\/witness half$/);
    await run(uri, `$HOME/witness script`);
    await expect.poll(lastLine).toMatch(/\$ \$HOME\/witness half$/);
    await mara.cotty.type(uri, '\r');
    await expect.poll(seen).toBe('script\0half\0');
  });
});

it('gives a command of zsh back that is half typed over several lines', async () => {
  needs('zsh');
  const folder = join(real.root, 'plain');
  mkdirSync(folder);
  writeFileSync(join(folder, '.zshrc'), "PS1='$ '\n");
  const uri = await real.open(mara, { shell: 'zsh', env: { ZDOTDIR: folder } });
  await run(uri, 'true');
  const lastLines = async () =>
    (await mara.cotty.screen(uri)).lines.filter((line) => line.trim() !== '').slice(-2);
  await mara.cotty.type(uri, 'for i in 1 2\r');
  await expect.poll(lastLines).toEqual(['$ for i in 1 2', expect.stringMatching(/^for> *$/)]);
  await mara.cotty.type(uri, 'do $HOME/witness $i;');
  await expect.poll(lastLines).toEqual(['$ for i in 1 2', expect.stringMatching(/^for> do .*\$i;$/)]);
  await run(uri, '$HOME/witness script');
  await expect.poll(lastLines).toEqual(['$ for i in 1 2', 'do $HOME/witness $i;']);
  await mara.cotty.type(uri, 'done\r');
  await expect.poll(seen).toBe(['script', '1', '2', ''].join('\0'));
});
