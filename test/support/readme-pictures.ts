/**
 * The terminals that the README shows: bash, an agent, and a person's window, all real. Their programs always print the same, and
 * the clock of the sandbox moves only when somebody says so: so each run shows the same screens.
 */

import { chmodSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { hasDialog, isAtPrompt, modeOf, waitForMode } from './face.ts';
import { alt, key } from './keys.ts';
import { McpAgent } from './mcp-agent.ts';
import type { OuterTerminal } from './outer-terminal.ts';
import type { Sandbox } from './sandbox.ts';

/** As wide as a README is shown. */
const SIZE = { cols: 90, rows: 20 };

/** Its time of day when the first command runs. */
const START = Date.UTC(2026, 5, 12, 11, 48);

const CLOCK = new URL('file-clock.mjs', import.meta.url).href;

/** `pass` moves the clock by so many milliseconds, when the host has seen all that was printed before: then it answers. */
const PROGRAMS: Readonly<Record<string, string>> = {
  pass: `exec < /dev/tty
modes=$(stty -g); stty raw -echo; printf '\\033[6n' > /dev/tty; IFS= read -rsd R; stty "$modes"
echo $(($(cat "$COTTY_TEST_CLOCK") + $1)) > "$HOME/.next" && mv "$HOME/.next" "$COTTY_TEST_CLOCK"`,
  git: `case "$1" in
pull) pass 1800; echo ' 12 files changed, 208 insertions(+)' ;;
switch) echo "Switched to a new branch '$3'" ;;
esac`,
  'deploy.sh': 'pass 44000; echo "staging is at v2.4.0"; printf "\\a"',
  npm: `case "$1" in
ci) pass 12400; echo 'added 202 packages in 12s' ;;
run) printf '\\n  VITE ready in 412 ms\\n  Local: http://localhost:5173/\\n'; exec sleep 100000 ;;
test) cat "$HOME/result"; pass 3100; ! grep -q FAIL "$HOME/result" ;;
esac`,
  'review.sh': `printf 'Push fix-home to origin?\\n❯ 1. Yes\\n  2. No\\n'
printf '\\033]7501;state=blocked:app=review:kind=permission:msg=%s\\033\\\\' "$(printf 'Push fix-home to origin?' | base64)"
read -r answer`,
  load: `printf '\\033[?1049h\\033[?25l\\033[2J\\033[H'
printf '  cpu \\033[32m||||||||||\\033[33m||||\\033[31m||\\033[0m             41%%\\n'
printf '  mem \\033[32m||||||\\033[34m|||||||||||\\033[0m            58%%\\n'
printf '  net \\033[32m|||\\033[0m                           9%%\\n\\n'
printf '\\033[7m   PID USER      CPU%%  COMMAND              \\033[0m\\n'
printf '  4121 mara      31.0  node vite\\n  4077 mara       6.2  node worker\\n   912 mara       1.4  postgres\\n\\033[H'
exec sleep 100000`,
};

const PASSED = ` \x1b[32m✓\x1b[0m src/parser.test.ts (48 tests)
 \x1b[32m✓\x1b[0m src/keys.test.ts (165 tests)
 Tests  \x1b[32m213 passed\x1b[0m (213)
`;

const FAILED = ` \x1b[32m✓\x1b[0m src/parser.test.ts (48 tests)
 \x1b[31m❯\x1b[0m src/keys.test.ts (165 tests)
\x1b[31m FAIL  src/keys.test.ts > encodes Home\x1b[0m
 expected '\\e[1~' to be '\\e[H'
 Tests  \x1b[31m1 failed\x1b[0m, \x1b[32m212 passed\x1b[0m (213)
`;

export type Scene = 'first' | 'agents' | 'compare' | 'panes';

/** What each picture shows, for those who do not see it. */
export const SCENES: Readonly<Record<Scene, string>> = {
  first:
    'A window of cotty: tabs at the top, finished commands with exit code, duration and time in the middle, one of them failed and run by the agent @ada, below them the prompt',
  agents:
    'The list of who waits, over a terminal in which the agent @ada runs a server: a program asks whether it may push, and a command has ended elsewhere',
  compare: 'Two runs of the same tests compared: one test more fails, and the lines that differ are marked',
  panes:
    'Three terminals side by side: one’s own shell at the left, the server that @ada runs at the right, and a monitor below it',
};

export const PHONE_PICTURE = 'phone.png';

export function pictureFile(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/pictures/readme-${name}`, import.meta.url));
}

const TREE = '{"kind":"row","children":["build",{"kind":"column","children":["dev","load"]}]}';

/** Called with each screen as soon as it shows what it is about. */
export type Shoot = (scene: Scene, window: OuterTerminal) => Promise<void>;

/** Makes the terminals and goes through the scenes. */
export async function playReadme(sandbox: Sandbox, shoot: Shoot): Promise<void> {
  prepare(sandbox);
  await startPrograms(sandbox);
  const window = sandbox.open(['attach', 'build'], SIZE);
  await window.waitFor('a prompt', (screen) => modeOf(screen) === 'RUN' && isAtPrompt(screen));
  await window.waitForText('● dev @ada');
  await ok(sandbox, 'run', 'deploy', '--', 'deploy.sh');
  await window.waitForText(/◆ review .*● dev @ada .*! deploy .*1 ended/s);
  await shoot('first', window);

  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('=');
  await window.waitForText(/1 test more fails.*Esc closes/s);
  await shoot('compare', window);
  window.send('q');
  await window.waitFor('no dialog', (screen) => !hasDialog(screen));

  window.send('3');
  await window.waitForText('VITE ready');
  window.send(key.f12);
  await window.waitForText(/Push fix-home to origin\?.*Esc close /s);
  await shoot('agents', window);
  window.send(key.escape);
  await window.waitFor('no list', (screen) => !hasDialog(screen));

  await ok(sandbox, 'new', 'load', '--cwd', `${sandbox.home}/src/app`, '--detached', '--', 'load');
  await ok(sandbox, 'layout', 'set', TREE);
  window.send(alt('1'));
  await window.waitForText(/─ . build.*cpu.*postgres.*Ctrl\+E/s);
  await shoot('panes', window);
}

function prepare(sandbox: Sandbox): void {
  const { env, home } = sandbox;
  env['COTTY_TEST_CLOCK'] = join(home, '.clock');
  setClock(sandbox, 0);
  env['NODE_OPTIONS'] = `--import ${CLOCK}`;
  env['TZ'] = 'UTC';
  env['PATH'] = `${home}/bin:${env['PATH']}`;
  for (const [name, text] of Object.entries(PROGRAMS))
    chmodSync(sandbox.write(`bin/${name}`, `#!/usr/bin/env bash\n${text}\n`), 0o755);
  sandbox.write('.bashrc', "PS1='\\w $ '\n");
  sandbox.write('src/app/package.json', '{}\n');
  sandbox.write('result', PASSED);
}

/** What has run, and what runs, before the window is opened. */
async function startPrograms(sandbox: Sandbox): Promise<void> {
  const cwd = `${sandbox.home}/src/app`;
  await ok(sandbox, 'new', 'build', '--cwd', cwd, '--detached');
  const opening = McpAgent.open(sandbox, 'ada');
  await ok(sandbox, 'run', 'build', '--', 'git', 'pull');
  setClock(sandbox, 1);
  await ok(sandbox, 'run', 'build', '--', 'npm', 'ci');
  setClock(sandbox, 3);
  await ok(sandbox, 'run', 'build', '--', 'npm', 'test');
  sandbox.write('result', FAILED);
  setClock(sandbox, 7);
  const ada = await opening;
  await ada.ok('term_run', { name: 'build', cmd: 'npm test' });
  await ada.ok('term_release', { name: 'build' });
  setClock(sandbox, 9);
  await ok(sandbox, 'new', 'review', '--cwd', cwd, '--detached', '--', 'review.sh');
  // The time of the question is the time at which the host reads the report. The list has it half a second later, and this clock stands.
  const asks = async () => (await sandbox.run(['agent', 'explain', 'review', '--json'])).stdout;
  await expect.poll(asks).toContain('Push fix-home');
  setClock(sandbox, 11);
  await ada.ok('term_spawn', { name: 'dev', cwd });
  await ada.ok('term_run', { name: 'dev', cmd: 'git switch -c fix-home' });
  // Runs until the end.
  ada.call('term_run', { name: 'dev', cmd: 'npm run dev' }).catch(() => {});
  await ok(sandbox, 'new', 'deploy', '--cwd', cwd, '--detached');
}

function setClock(sandbox: Sandbox, minutes: number): void {
  // At once: it is read all the time.
  renameSync(sandbox.write('.next', String(START + minutes * 60_000)), join(sandbox.home, '.clock'));
}

async function ok(sandbox: Sandbox, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await sandbox.run(args);
  if (code !== 0) throw new Error(`cotty ${args.join(' ')}: ${stderr}`);
}
