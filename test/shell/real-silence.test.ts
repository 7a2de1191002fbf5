/** Each file of `fixtures/shell-starts` is a start file: with it, a shell with our hooks must do what it does without them. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Emulator } from '../../src/screen/emulator/emulator.ts';
import { describeWith } from '../support/programs.ts';
import type { Dialect } from '../support/shell-battery.ts';
import { ShellDriver } from '../support/shell-driver.ts';

const STARTS = fileURLToPath(new URL('../../fixtures/shell-starts/', import.meta.url));

/** Part of every prompt, which no terminal shows. */
const PROMPT_SIGN = '\x1b]777;prompt\x07';

type Table = {
  readonly file: string;
  /** Stands before the start file. */
  readonly before: string;
  readonly lines: readonly string[];
  /** Shows the traps. A line that names `trap` finds the user's own trap, which then sees our hooks at the next prompt. */
  readonly last: string;
};

const TABLES: Readonly<Record<Dialect, Table>> = {
  bash: {
    file: '.bashrc',
    before: String.raw`PS1='\[\e]777;prompt\a\]$ ' HISTFILE=~/history`,
    lines: [
      'echo one',
      '(exit 3)',
      'echo "$? $_ $LINENO"',
      ' echo spaced',
      'false | true | (exit 4)',
      'echo "${PIPESTATUS[@]} $BASH_COMMAND"',
      'printf partial',
      'f() { echo "in f $LINENO ${FUNCNAME[*]}"; return 2; }; f',
      'echo $?',
      'nosuchcommand',
      'for i in 1 2; do echo $i; done',
      'if then',
      'echo "$-|$BASHOPTS"',
      'echo "<$HISTCONTROL|$HISTIGNORE>$IFS."; jobs',
      'fc -l -3',
      'set | grep -c "^_cotty_"',
      'shopt; set -o',
    ],
    last: 'trap -p',
  },
  zsh: {
    file: '.zshrc',
    before: String.raw`PS1=$'%{\e]777;prompt\a%}%# ' HISTFILE=~/history HISTSIZE=100 SAVEHIST=100`,
    lines: [
      'echo one',
      '(exit 3)',
      'echo "$? $_ $LINENO"',
      ' echo spaced',
      'false | true | (exit 4)',
      'echo "$pipestatus[*] $ZSH_EVAL_CONTEXT"',
      'printf partial',
      'f() echo "in f $LINENO"; f',
      'nosuchcommand',
      'for i in 1 2; do echo $i; done',
      'echo )',
      'echo "$-"',
      'echo $histchars; jobs',
      'fc -l -3',
      'setopt',
    ],
    last: 'trap',
  },
  fish: {
    file: '.config/fish/config.fish',
    before: String.raw`function fish_prompt; printf '\e]777;prompt\a> '; end`,
    lines: [
      'echo one',
      "sh -c 'exit 3'",
      'echo $status $pipestatus',
      ' echo spaced',
      "false | true | sh -c 'exit 4'",
      'echo $status $pipestatus',
      'nosuchcommand',
      'echo $fish_bind_mode',
      'for i in 1 2; echo $i; end',
      'function f; echo in f; return 2; end; f',
      'echo $status; jobs',
      'history | head -n 3',
    ],
    last: 'trap',
  },
};

/** Of these lines, as far as a table has them, each shell must report the exit code. */
const CODES: Readonly<Record<string, number>> = {
  'echo one': 0,
  '(exit 3)': 3,
  "sh -c 'exit 3'": 3,
  'echo "$? $_ $LINENO"': 0,
  ' echo spaced': 0,
  'false | true | (exit 4)': 4,
  "false | true | sh -c 'exit 4'": 4,
  'printf partial': 0,
  nosuchcommand: 127,
};
/** The first failure ends the shell. */
const ENDS = /^err-?exit/;

/** What a user sees and finds afterwards. */
type Seen = {
  readonly rows: readonly string[];
  readonly log: string;
  readonly history: string;
  readonly reported: readonly (readonly [string, number | undefined])[];
};

async function seen(shell: Dialect, start: string, plain: boolean): Promise<Seen> {
  const { file, before, lines, last } = TABLES[shell];
  const driver = new ShellDriver({
    shell,
    plain,
    prepare: (home) => {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), `${before}\n${start}`);
    },
  });
  const read = (name: string) => {
    const path = join(driver.home, name);
    return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(driver.home, '~') : '';
  };
  const prompts = () => driver.text.split(PROMPT_SIGN).length - 1;
  const prompt = (count: number) =>
    driver.until(
      'a prompt',
      () =>
        driver.exited ||
        (prompts() >= count && (plain || driver.phase === (shell === 'fish' ? 'prompt' : 'ready'))),
    );
  try {
    await prompt(1);
    let started = 0;
    for (const [at, line] of lines.entries()) {
      if (driver.exited) break;
      // What the traps of a start file see of us before the first prompt, and $_ at it, are limits.
      if (at === 1) started = read('log').length;
      driver.type(`${line}\r`);
      await prompt(at + 2);
    }
    const log = read('log').slice(started);
    if (!driver.exited) {
      driver.type(`${last}\r`);
      await prompt(lines.length + 2);
    }
    const rows = shown(driver.text).map((row) => row.replaceAll(driver.home, '~'));
    if (!driver.exited) {
      driver.type('exit\r');
      await driver.until('the end of the shell', () => driver.exited);
    }
    return {
      rows,
      log,
      history: read('history'),
      reported: driver.finished().map(({ line, exitCode }) => [line, exitCode] as const),
    };
  } finally {
    driver.close();
  }
}

/** The rows that a terminal shows, to the last one that is not blank. */
function shown(text: string): readonly string[] {
  const screen = new Emulator({ cols: 80, rows: 24, scrollback: 5000 });
  screen.write(text);
  const rows = Array.from({ length: screen.length }, (_, line) => screen.text(line).text.trimEnd());
  screen.close();
  return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
}

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  describeWith(shell, `${shell} with our hooks is as without them, and reports each command`, () => {
    it.concurrent.each(readdirSync(join(STARTS, shell)))('with the start file %s', async (name) => {
      const start = readFileSync(join(STARTS, shell, name), 'utf8');
      const [plain, hooked] = await Promise.all([seen(shell, start, true), seen(shell, start, false)]);
      expect({ ...hooked, reported: [] }).toEqual({ ...plain, reported: [] });
      const known = TABLES[shell].lines.filter((line) => line in CODES);
      const due = known.slice(0, ENDS.test(name) ? 1 : known.length).map((line) => [line, CODES[line]]);
      expect(hooked.reported).toEqual(expect.arrayContaining(due));
    });
  });
}
