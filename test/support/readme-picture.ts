/** The window in the README: a finished block of each kind, an agent's tab, a tab that asks for a look, the prompt. */

import { META_KEY } from '../../src/protocol/common/meta.ts';
import type { TerminalInfo, TerminalState } from '../../src/protocol/terminal/state.ts';
import { command, NOW, shoot } from './tui-frame.ts';
import { Driver, IDLE_READING, ME, terminal } from './tui-model.ts';

const SIZE = { cols: 80, rows: 11 };

/** Returns the rows of the window as text, without blanks at their ends. */
export async function readmePicture(): Promise<string> {
  const driver = new Driver({ foldBeyond: 2 });
  // The bell in `logs` rings after the window has seen the list once.
  for (const bells of [0, 1]) driver.notify({ kind: 'resized', size: SIZE }).list(...tabs(bells));
  const { text } = await shoot(driver.model, state, IDLE_READING);
  return text.replace(/ +$/gm, '');
}

function tabs(bells: number): readonly TerminalInfo[] {
  const running = { commandLine: 'npm run dev', timestamp: NOW - 41_000, writer: 'agent:ada' };
  const holder = { name: 'agent ada', connected: true };
  return [
    terminal('build'),
    terminal('dev', {
      claim: { kind: 'session', session: 'ahp-session:/ada' },
      meta: { holder, running },
    }),
    terminal('logs', { meta: { bells } }),
  ];
}

const by = (writer: string) => ({ _meta: { [META_KEY]: { writer } } });

const state: TerminalState = {
  title: 'build',
  content: [
    command('0', 'git pull', '12 files changed\r\n', { timestamp: NOW - 300_000, ...by('user:me') }),
    command('1', 'npm ci', 'added 202 packages\r\n', {
      durationMs: 12_400,
      timestamp: NOW - 240_000,
      ...by('user:me'),
    }),
    command('2', 'npm test', 'FAIL src/keys.test.ts\r\n1 failed, 212 passed\r\n', {
      exitCode: 1,
      durationMs: 3_100,
      timestamp: NOW - 120_000,
      ...by('agent:ada'),
    }),
    { type: 'unclassified', value: '~/src/app $ ' },
  ],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: ME },
  supportsCommandDetection: true,
};
