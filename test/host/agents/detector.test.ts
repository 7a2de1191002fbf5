/** What is found in titles, notices and screens, through a host; and what must not be taken for a question. */

import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/protocol/cotty/program.ts';
import { recordedSteps, withoutReports } from '../../support/agent-recordings.ts';
import { AgentScene, T } from '../../support/agent-scene.ts';
import { NamedProcesses } from '../../support/named-process.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let processes: NamedProcesses;
let home = '';
const groups: Record<string, number> = {};

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cotty-rules-'));
  processes = new NamedProcesses();
  for (const name of ['claude', 'codex', 'opencode', 'pi', 'less', 'vim', 'cat', 'git', 'ask'])
    groups[name] = processes.program(name);
  groups['gemini'] = processes.script('@google/gemini-cli/bundle/gemini.js');
});
afterAll(() => {
  processes.close();
  removeFolder(home);
});

const start = (program: string) => AgentScene.start(program, groups[program], home);

const title = (text: string) => `\x1b]0;${text}\x07`;

/** Clears the screen and writes rows at its bottom, with the cursor in the last one. */
function screen(rows: readonly string[]): string {
  return `\x1b[2J\x1b[${40 - rows.length};1H${rows.map((row) => `\r\n${row}`).join('')}`;
}

const LINE = '─'.repeat(80);
const composer = (hint: string) => [LINE, '❯ ', LINE, `  ⏸ manual mode on · ${hint}`];

const CLAUDE_PERMISSION = [
  '● I shall list the folder.',
  '  ⎿  $ ls -la',
  LINE,
  ' Bash command',
  '   ls -la',
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. Yes, and do not ask again',
  '   3. No',
  ' Esc to cancel · Tab to amend',
];

const CLAUDE_QUESTION = [
  LINE,
  ' ☐ Size ',
  'How large should it be?',
  '❯ 1. Small',
  '  2. Large',
  'Enter to select · ↑/↓ to navigate · Esc to cancel',
];

describe('Claude Code where it does not report', () => {
  it('is idle, works, waits for a permission, works again, and is done', async () => {
    const scene = await start('claude');
    await scene.play(title('✳ Claude Code') + screen(composer('? for shortcuts')), 999);
    expect(await scene.shown(500)).toMatchObject({ state: 'idle', by: 'rules', app: 'claude' });
    await scene.type('list\r');
    await scene.play(title('◐ Claude Code') + screen(['✽ Flambéing…', ...composer('esc to interrupt')]), 999);
    expect(await scene.shown(50)).toMatchObject({ state: 'working', by: 'rules' });
    // Its title is then as if it were idle.
    await scene.play(title('✳ Claude Code') + screen(CLAUDE_PERMISSION), 999);
    expect(await scene.shown(500)).toMatchObject({
      state: 'blocked',
      kind: 'permission',
      by: 'rules',
      msg: '$ ls -la Do you want to proceed?',
    });
    await scene.type('1');
    await scene.play(title('◑ Claude Code') + screen(composer('esc to interrupt')), 999);
    expect(await scene.shown(50)).toMatchObject({ state: 'working' });
    await scene.play(title('✳ Claude Code') + screen(['● Done.', ...composer('? for shortcuts')]), 999);
    expect(await scene.shown(500)).toMatchObject({ state: 'done' });
    expect(scene.told).not.toContain('error');
  });

  it('asks a question, and is idle when that is answered by Escape', async () => {
    const scene = await start('claude');
    await scene.type('ask\r');
    await scene.play(title('◐ Claude Code') + screen(composer('esc to interrupt')), 999);
    await scene.play(title('✳ Claude Code') + screen(CLAUDE_QUESTION), 999);
    expect(await scene.shown(500)).toMatchObject({
      state: 'blocked',
      kind: 'question',
      msg: 'How large should it be?',
    });
    await scene.type('\x1b');
    await scene.play(screen(['  ⎿  Interrupted', ...composer('? for shortcuts')]), 999);
    expect(await scene.shown(500)).toMatchObject({ state: 'idle' });
  });

  it('is told when it has stood for 0.3 seconds', async () => {
    const scene = await start('claude');
    await scene.play(title('✳ Claude Code'), 999);
    await scene.meta(1000);
    scene.host.pty.print(screen(CLAUDE_PERMISSION));
    expect(await scene.shown(290)).not.toMatchObject({ state: 'blocked' });
    expect(await scene.shown(30)).toMatchObject({ state: 'blocked' });
  });

  it('waits for nobody when a question only stands in its conversation', async () => {
    const scene = await start('claude');
    const quoted = [...CLAUDE_PERMISSION, ...CLAUDE_QUESTION];
    await scene.play(title('✳ Claude Code') + screen([...quoted, ...composer('? for shortcuts')]), 999);
    expect(await scene.shown(1000)).toMatchObject({ state: 'idle' });
    expect(scene.told).not.toContain('blocked');
  });
});

it('knows the question of Codex whether a folder is trusted, for which it has no title', async () => {
  const scene = await start('codex');
  const asks = [
    '> You are in /work',
    '  Do you trust the contents of this directory? Working with untrusted contents',
    '  comes with higher risk of prompt injection.',
    '› 1. Yes, continue',
    '  2. No, quit',
    '  Press enter to continue',
  ];
  await scene.play(screen(asks), 999);
  expect(await scene.shown(500)).toMatchObject({ state: 'blocked', kind: 'permission' });
});

it('calls a terminal by the agent, not by the interpreter that runs it', async () => {
  const scene = await start('gemini');
  await scene.play(title('◇  Ready (work)'), 999);
  expect(await scene.meta(500)).toMatchObject({ foreground: 'gemini', program: { app: 'gemini' } });
});

it('takes a reaction of the terminal for no key: focus and mouse do not count as asked', async () => {
  const scene = await start('gemini');
  await scene.type('\x1b[I');
  await scene.play(title('✦  Working… (work)'), 999);
  await scene.play(title('◇  Ready (work)'), 999);
  expect(await scene.shown(500)).toMatchObject({ state: 'idle' });
});

describe('a program that is no agent', () => {
  const AGENTS = ['codex', 'gemini', 'opencode', 'pi'];

  it.each(['less', 'vim', 'cat', 'git'])('waits for nobody, whatever %s shows', async (program) => {
    const scene = await start(program);
    for (const agent of AGENTS)
      for (const { bytes } of recordedSteps(agent)) {
        await scene.play(withoutReports(bytes), 4001);
        await scene.meta(500);
      }
    await scene.play(screen(CLAUDE_PERMISSION), 999);
    await scene.meta(1000);
    await scene.play(`${screen(['Do you want to proceed? [y/N] '])}`, 999);
    await scene.meta(1000);
    expect(scene.told).toEqual([]);
  });

  it('waits for a password when it has switched the echo off behind its question', async () => {
    const scene = await start('ask');
    scene.host.pty.modes = { echo: false, lineEditing: true, foreground: groups['ask'] };
    scene.host.pty.print('Password for mara: ');
    expect(await scene.shown(500)).toMatchObject({
      state: 'blocked',
      kind: 'auth',
      by: 'rules',
      msg: 'Password for mara:',
    });
    scene.host.pty.modes = { echo: true, lineEditing: true, foreground: groups['ask'] };
    scene.host.pty.print('\r\nWelcome\r\n');
    expect(await scene.shown(300)).toEqual({});
  });

  it('waits for nobody at a prompt of its own, or while it prints without echo', async () => {
    const scene = await start('ask');
    scene.host.pty.modes = { echo: true, lineEditing: true, foreground: groups['ask'] };
    scene.host.pty.print('>>> ');
    await scene.meta(1000);
    scene.host.pty.modes = { echo: false, lineEditing: true, foreground: groups['ask'] };
    for (let at = 0; at < 20; at += 1) {
      scene.host.pty.print(`${at} % done\r\n`);
      await scene.meta(100);
    }
    await scene.meta(1000);
    expect(scene.told).toEqual([]);
  });
});

it('says of no random text that an agent waits', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom('Do you want to proceed?', '❯ 1. Yes', '[y/N]', '? for shortcuts', '│ ● 1. Allow', '△'),
    fc.constantFrom('\r\n', '\x1b[H', '\x1b[2J', '\x1b[40;1H', '\x1b[7m', ' '),
  );
  const scenes = await Promise.all(['claude', 'codex', 'gemini', 'opencode', 'pi', 'less'].map(start));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      for (const scene of scenes) {
        await scene.play(pieces.join(''), 200);
        await scene.meta(500);
        expect(scene.told).not.toContain('blocked');
      }
    }),
    { numRuns: 40 },
  );
});

it('tells no false question in much replayed work', async () => {
  for (const agent of ['codex', 'gemini', 'opencode', 'pi']) {
    const scene = await start(agent);
    const work = recordedSteps(agent).filter(({ expected }) => expected.state !== 'blocked');
    for (let round = 0; round < 3; round += 1)
      for (const { name, bytes } of work) {
        if (name === 'exit') continue;
        await scene.type('x');
        await scene.play(withoutReports(bytes), 1021);
        await scene.meta(1000);
      }
    expect({ agent, told: [...new Set(scene.told)].sort() }).toEqual({
      agent,
      told: ['done', 'idle', 'working'],
    });
  }
});

describe('rules of the person', () => {
  const folder = () => join(home, '.config/cotty/agents');
  const RULES = `programs = ["ask"]
[[rule]]
on = "screen"
rows = 2
all = [{ starts = "Really" }]
last = { ends = "(y/n)" }
state = "blocked"
kind = "question"
question = [{ starts = "Really" }]
`;

  async function explain(scene: AgentScene): Promise<Explanation> {
    return (await scene.client.request('x-cotty/explain', { channel: T })) as unknown as Explanation;
  }

  it('make a program an agent, count when they are saved, and are told when they are wrong', async () => {
    const scene = await start('ask');
    scene.host.pty.print('Really go on?\r\n(y/n)');
    await scene.meta(1000);
    expect(await explain(scene)).toMatchObject({ agent: null, state: null });
    mkdirSync(folder(), { recursive: true });
    const file = join(folder(), 'asker.toml');
    writeFileSync(file, RULES);
    await scene.meta(1000);
    expect(await explain(scene)).toMatchObject({
      agent: 'asker',
      by: 'rules',
      cause: 'asker.toml, line 2',
      state: 'blocked',
      msg: 'Really go on?',
      rule: { on: 'screen', line: 2, state: 'blocked' },
      rows: expect.arrayContaining(['Really go on?', '(y/n)']),
    });
    expect(await scene.shown(400)).toMatchObject({ state: 'blocked', kind: 'question', app: 'asker' });
    writeFileSync(file, RULES.replace('"blocked"', '"waiting"'));
    utimesSync(file, 1, 1);
    await scene.meta(1000);
    const { agent, files } = await explain(scene);
    expect(agent).toBeNull();
    expect(files.find(({ path }) => path === file)?.error).toBe(
      'line 7: state: one of idle, working, done, blocked, error (it is "waiting")',
    );
    expect(await scene.shown(400)).toEqual({});
    expect(scene.host.logged.filter((line) => line.includes('asker.toml'))).toHaveLength(1);
  });

  it('replace the bundled file of the same name, which counts again when theirs is broken', async () => {
    mkdirSync(folder(), { recursive: true });
    const file = join(folder(), 'codex.toml');
    writeFileSync(file, 'programs = ["codex"]\n[[rule]]\non = "title"\nall = "busy"\nstate = "working"\n');
    const scene = await start('codex');
    await scene.play(title('busy'), 999);
    expect(await scene.shown(500)).toMatchObject({ state: 'working' });
    writeFileSync(file, 'programs = \n');
    await scene.meta(1000);
    await scene.play(title('work'), 999);
    expect(await scene.shown(1000)).toMatchObject({ state: 'idle' });
    expect((await explain(scene)).files.find(({ path }) => path === file)?.error).toMatch(/^line 1: /);
    removeFolder(folder());
  });
});
