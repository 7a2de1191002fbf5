/**
 * What is asked is what runs: the table of texts and states of the line editor, for a shell wherever it runs. A program that
 * writes its arguments and what it reads tells what ran.
 */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { CommandRecord } from '../../src/protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import { calmFish } from './fish-home.ts';
import { needs } from './programs.ts';
import { RealHost } from './real-host.ts';

export type DeliveredShell = 'bash' | 'zsh' | 'fish';
export const SHELLS: readonly DeliveredShell[] = ['bash', 'zsh', 'fish'];

/** Everything that only an interactive shell does with a line is on. */
const START_FILES: Readonly<Record<string, string>> = {
  '.bashrc': `PS1='$ '
HISTFILE=~/bash_history
alias witness='echo an alias' ll='echo an alias'
shopt -s autocd cdspell checkjobs; shopt -u interactive_comments
`,
  '.zshrc': `PS1='$ '
HISTFILE=~/zsh_history HISTSIZE=100 SAVEHIST=100
alias witness='echo an alias' ll='echo an alias'
alias -g G='echo a global alias'
setopt auto_cd correct_all no_interactive_comments bang_hist hist_verify print_exit_value
bindkey -e
`,
  '.config/fish/config.fish':
    "function fish_greeting; end\nfunction fish_prompt; echo -n '$ '; end\nabbr -a ls echo an abbreviation\n",
};

/** A host, its person and a script that asks for commands. */
export class DeliveryBench {
  readonly #real: RealHost;
  readonly mara: Client;
  readonly script: Client;

  private constructor(real: RealHost, mara: Client, script: Client) {
    this.#real = real;
    this.mara = mara;
    this.script = script;
  }

  static async start(): Promise<DeliveryBench> {
    const real = await RealHost.start();
    const bench = new DeliveryBench(
      real,
      await real.join('user:mara'),
      await real.join('user:mara', 'script'),
    );
    // Another user looks into it, too.
    chmodSync(real.root, 0o755);
    bench.furnish(real.root);
    return bench;
  }

  get root(): string {
    return this.#real.root;
  }

  /** Puts the start files into a home, and the witness, which writes its arguments, each with a NUL behind it, and with -i what it reads. */
  furnish(home: string): void {
    calmFish(home);
    mkdirSync(join(home, '.config/fish'), { recursive: true });
    for (const [name, text] of Object.entries(START_FILES)) writeFileSync(join(home, name), text);
    const seen = join(this.root, 'seen');
    writeFileSync(
      join(home, 'witness'),
      `#!/bin/sh\nprintf '%s\\0' "$@" >> ${seen}\n[ "$1" = -i ] && cat >> ${seen}\nexit 0\n`,
    );
    chmodSync(join(home, 'witness'), 0o755);
  }

  get seen(): string {
    return readFileSync(join(this.root, 'seen'), 'latin1');
  }

  forget(): void {
    writeFileSync(join(this.root, 'seen'), '');
    chmodSync(join(this.root, 'seen'), 0o666);
  }

  open(shell: DeliveredShell, env: Readonly<Record<string, string>> = {}): Promise<string> {
    return this.#real.open(this.mara, { shell, env });
  }

  meta(uri: string): TerminalMeta {
    const { terminals } = this.mara.root.state;
    return cottyMeta<TerminalMeta>(terminals?.find(({ resource }) => resource === uri)?._meta);
  }

  /** Types a line that enters a shell, answers the question that may come, and waits for its prompt. */
  async enter(uri: string, line: string, shell: DeliveredShell): Promise<void> {
    const depth = () => JSON.stringify(this.meta(uri).within);
    await this.script.cotty.run(uri, { commandLine: 'true' });
    const before = depth();
    await this.mara.cotty.type(uri, `${line}\r`);
    if (line.startsWith('ssh')) {
      await expect
        .poll(() => this.meta(uri).asksBlocks ?? (depth() === before ? undefined : 'none'))
        .toBeDefined();
      if (this.meta(uri).asksBlocks !== undefined) await this.mara.cotty.blocks(uri, 'yes');
    }
    await expect.poll(() => this.meta(uri)).toMatchObject({ within: { shell }, takesLines: true });
  }

  async run(uri: string, commandLine: string): Promise<CommandRecord> {
    return (await this.script.cotty.run(uri, { commandLine })).record;
  }

  close(): Promise<void> {
    return this.#real.close();
  }
}

export const reason = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Single quotes, in which nothing is special but the quote itself and, in fish, the backslash. */
export function quoted(text: string, shell: DeliveredShell): string {
  return shell === 'fish'
    ? `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : `'${text.replaceAll("'", "'\\''")}'`;
}

export const EVERY_ASCII = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)).join('');

/** `open` resolves with a terminal where that shell waits for a command. */
type Place = (shell: DeliveredShell) => Promise<string>;

/**
 * Which cases run in a place: all in each shell, or each in one shell. The second is for a further place: with all cases of each
 * shell in the first one, every pair of place, shell and case has run.
 */
type Which = 'all' | 'one shell each';

/** Returns a function that registers a case, if it is the turn of the shell. `shells`: those that have what is tried. */
function casesOf(shell: DeliveredShell, which: Which) {
  let count = 0;
  return (title: string, run: () => Promise<void>, shells: readonly DeliveredShell[] = SHELLS): void => {
    const turn = shells[count % shells.length];
    count += 1;
    if (which === 'all' ? shells.includes(shell) : turn === shell) it(title, run);
  };
}

export function describeTexts(
  bench: () => DeliveryBench,
  shell: DeliveredShell,
  open: Place,
  which: Which = 'all',
): void {
  describe(`${shell}, asked by a script`, () => {
    beforeAll(() => needs(shell));
    beforeEach(() => bench().forget());

    const test = casesOf(shell, which);
    const run = (uri: string, text: string) => bench().run(uri, text);
    const argument = (text: string) => `$HOME/witness ${quoted(text, shell)}`;

    const texts: readonly (readonly [what: string, text: string])[] = [
      ['history expansion', 'a!b !! !echo ^a^b !"'],
      ['a remark', 'a # b'],
      ['tabs, a carriage return and several lines', 'a\tb\rc\nd\n\n\te\n'],
      ['every ASCII character but NUL', EVERY_ASCII],
      ['characters beyond', 'ü漢🙂é'],
      ['what programs on the way take for themselves', '\n~.\n~C\x10\x11\x01d\x1d\x1e.'],
      ['more than a line editor takes', `${'0123456789abcdef'.repeat(200)}!`],
      ['a line longer than the kernel keeps', `${'0123456789abcdef'.repeat(1000)}!`],
      ['as much as the system takes for an argument', 'x'.repeat(120_000)],
    ];
    for (const [what, text] of texts)
      test(`hands over ${what} exactly`, async () => {
        const uri = await open(shell);
        const asked = argument(text);
        const record = await run(uri, asked);
        expect(bench().seen).toBe(Buffer.from(`${text}\0`).toString('latin1'));
        expect(record).toMatchObject({ exit: 0 });
        if (asked.length < 60_000) expect(record.cmd).toBe(asked);
        // The next line of the person is read as ever.
        await run(uri, `$HOME/witness ${quoted('next', shell)}`);
        expect(bench().seen).toMatch(/next\0$/);
      });

    test('hands over a script of a megabyte', async () => {
      const uri = await open(shell);
      const text = `${'# a remark of thirty-two letters\n'.repeat(31_000)}$HOME/witness end\n`;
      expect(text.length).toBeGreaterThan(1_000_000);
      await run(uri, text);
      expect(bench().seen).toBe('end\0');
    });

    test('reads a script as its -c does: remarks, no alias, no folder as a command, no question', async () => {
      const uri = await open(shell);
      await run(uri, `# note\n$HOME/witness one # two\n# end`);
      expect(bench().seen).toBe('one\0');
      const alias = await run(uri, shell === 'fish' ? 'ls /nowhere' : 'll');
      expect(alias.stdout).not.toContain('an a');
      expect(alias.exit).not.toBe(0);
      if (shell !== 'fish') expect(await run(uri, '/tmp')).toMatchObject({ exit: 126 });
      expect(await run(uri, '# nothing to run')).toMatchObject({ cmd: '# nothing to run', exit: 0 });
    });

    test('hands over a here-document', async () => {
      const uri = await open(shell);
      await run(uri, `$HOME/witness -i <<'END'\n\ta!b "c" 'd' \\\n  $e\nEND\n`);
      expect(bench().seen).toBe('-i\0\ta!b "c" \'d\' \\\n  $e\n');
    }, ['bash', 'zsh']);

    test('runs nothing of a script that it cannot parse, and says why in its own words at once', async () => {
      const uri = await open(shell);
      const broken = shell === 'fish' ? 'for i in 1 2\n$HOME/witness in' : 'if true; then\n)';
      const asked = run(uri, `$HOME/witness first\n${broken}`);
      expect(await reason(asked)).toMatch(new RegExp(`^${shell}:`));
      expect(bench().seen).toBe('');
      expect(await run(uri, 'true')).toMatchObject({ exit: 0 });
    });

    test('refuses NUL and half a surrogate pair', async () => {
      const uri = await open(shell);
      expect(await reason(run(uri, 'echo a\0b'))).toContain('NUL');
      expect(await reason(run(uri, 'echo \ud800'))).toContain('Unicode');
    });

    test('keeps what the session has: variables, folder, status', async () => {
      const uri = await open(shell);
      const set = shell === 'fish' ? 'set -g kept here; cd /; false' : 'kept=here; cd /; false';
      expect(await run(uri, set)).toMatchObject({ exit: 1 });
      await run(uri, `$HOME/witness ${shell === 'fish' ? '$status' : '$?'} $kept $PWD`);
      expect(bench().seen).toBe('1\0here\0/\0');
    });

    test('has the options of the person again after it', async () => {
      const uri = await open(shell);
      const told = {
        bash: '{ set +o; shopt; alias; bind -X | grep -v cotty; }',
        zsh: '{ setopt; alias; print -r -- $histchars; }',
        fish: 'begin; abbr; bind --user | grep -v cotty; end',
      }[shell];
      const tell = async (name: string) => {
        await bench().mara.cotty.type(uri, `${told} > ${bench().root}/${name}; $HOME/witness ${name}\r`);
        await expect.poll(() => bench().seen).toContain(`${name}\0`);
        return readFileSync(join(bench().root, name), 'utf8');
      };
      for (const name of ['before', 'after']) writeFileSync(join(bench().root, name), '', { mode: 0o666 });
      for (const name of ['before', 'after']) chmodSync(join(bench().root, name), 0o666);
      await run(uri, 'true');
      const before = await tell('before');
      expect(before.length).toBeGreaterThan(10);
      await run(uri, 'echo one\necho "a!b" # c\n');
      await reason(run(uri, 'echo "'));
      await run(uri, `${'# long\n'.repeat(600)}true`);
      expect(await tell('after')).toBe(before);
    });

    test('lets a command read the keys that come after it', async () => {
      const uri = await open(shell);
      const answer = run(uri, '$HOME/witness -i');
      await expect.poll(() => bench().seen).toBe('-i\0');
      await bench().mara.cotty.type(uri, 'typed to it\r\x04');
      expect(await answer).toMatchObject({ exit: 0 });
      expect(bench().seen).toBe('-i\0typed to it\n');
    });
  });
}

/** Keys that lead to states of the line editor in which text would be no text. */
const STATES: Readonly<
  Record<string, readonly [shells: readonly DeliveredShell[], vi: boolean, keys: readonly string[]]>
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

const VI = { bash: 'set -o vi', zsh: 'bindkey -v', fish: 'fish_vi_key_bindings' };

export const settle = () => new Promise((resolve) => setTimeout(resolve, 250));

export function describeStates(
  bench: () => DeliveryBench,
  shell: DeliveredShell,
  open: Place,
  which: Which = 'all',
): void {
  describe(`the line editor of ${shell}`, () => {
    beforeAll(() => needs(shell));
    beforeEach(() => bench().forget());

    const test = casesOf(shell, which);
    const run = (uri: string, text: string) => bench().run(uri, text);

    async function inState(vi: boolean, keys: readonly string[]): Promise<string> {
      const uri = await open(shell);
      await run(uri, vi ? VI[shell] : 'true');
      // Each of these keys has an effect that no mark tells.
      for (const each of keys) {
        await settle();
        await bench().mara.cotty.type(uri, each);
      }
      await settle();
      return uri;
    }

    for (const [state, [shells, vi, keys]] of Object.entries(STATES)) {
      const script = async (): Promise<void> => {
        const uri = await inState(vi, keys);
        expect(await run(uri, `$HOME/witness 'script'`)).toMatchObject({ exit: 0 });
        expect(bench().seen).toBe('script\0');
        expect(await run(uri, `$HOME/witness again`)).toMatchObject({ exit: 0 });
        expect(bench().seen).toBe('script\0again\0');
      };
      const line = async (): Promise<void> => {
        const uri = await inState(vi, keys);
        bench().mara.dispatch(uri, { type: 'terminal/input', data: lineInput(`$HOME/witness 'line'`) });
        await expect.poll(() => bench().seen).toBe('line\0');
      };
      test(`is left in order for a script: ${state}`, script, shells);
      test(`is left in order for a line of a user: ${state}`, line, shells);
    }

    test('gives a half-typed line back after a script', async () => {
      const uri = await inState(false, []);
      const lastLine = async () =>
        (await bench().mara.cotty.screen(uri)).lines.findLast((line) => line.trim() !== '')?.trimEnd();
      await bench().mara.cotty.type(uri, '$HOME/witness half');
      await expect.poll(lastLine).toMatch(/\$HOME\/witness half$/);
      await run(uri, `$HOME/witness script`);
      await expect.poll(lastLine).toMatch(/\$HOME\/witness half$/);
      await bench().mara.cotty.type(uri, '\r');
      await expect.poll(() => bench().seen).toBe('script\0half\0');
    });
  });
}
