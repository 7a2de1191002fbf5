import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { ContentPart, TerminalState } from '../../../src/protocol/terminal/state.ts';
import { blankRow } from '../../../src/screen/cells/row.ts';
import { textWidth } from '../../../src/screen/cells/text-width.ts';
import { parseConfig } from '../../../src/tui/config/parse.ts';
import { command, NOW, shoot } from '../../support/tui-frame.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';

function state(...content: ContentPart[]): TerminalState {
  return {
    title: 'build',
    content,
    lifecycle: { status: 'running' },
    claim: { kind: 'client', clientId: 'window-1' },
    supportsCommandDetection: true,
  };
}

const prompt = { type: 'unclassified', value: '~/src/app $ ' } as const;

const mixed = state(
  command('1', 'npm ci', 'added 202 packages\r\n', { durationMs: 12_400 }),
  { type: 'unclassified', value: '$ ' },
  command('2', 'npm test', '\x1b[31mFAIL\x1b[0m src/keys.test.ts\r\n 10%\r 50%\r100%\r\n', {
    exitCode: 1,
    durationMs: 3_100,
  }),
  prompt,
);

const golden = (name: string) => `../../../fixtures/frames/${name}.txt`;

describe('frames', () => {
  test('blocks, and below them the prompt of the shell, with the cursor behind it', async () => {
    const driver = new Driver().list(terminal('build'), terminal('dev'));
    const shot = await shoot(driver.model, mixed, IDLE_READING);
    await expect(shot.text).toMatchFileSnapshot(golden('blocks'));
  });

  test('what is typed in RUN stands behind the prompt, with the cursor behind it', async () => {
    const driver = new Driver().list(terminal('build')).type('echo 漢字');
    const shot = await shoot(driver.model, state(prompt), IDLE_READING);
    const line = shot.text.split('\n')[shot.cursor.y];
    expect(line).toMatch(/\$ echo 漢字$/);
    expect(shot.cursor.x).toBe(textWidth(line ?? ''));
    expect(shot.text).not.toContain('RUN');
  });

  test('a line longer than the window grows upwards with its prompt', async () => {
    const driver = new Driver().list(terminal('build')).type('x'.repeat(150));
    const shot = await shoot(driver.model, state(prompt), IDLE_READING);
    await expect(shot.text).toMatchFileSnapshot(golden('long-line'));
  });

  test('a running command shows below its header; its clock in the tab and there', async () => {
    const since = NOW - 12_000;
    const running = { commandLine: 'npm run dev', timestamp: since };
    const driver = new Driver().list(terminal('build', { meta: { running } }));
    driver.reading = { ...IDLE_READING, running: { commandLine: 'npm run dev', since } };
    const open = command('3', 'npm run dev', 'ready on :5173\r\n', { isComplete: false, timestamp: since });
    const shot = await shoot(driver.model, state(prompt, open), driver.reading);
    await expect(shot.text).toMatchFileSnapshot(golden('running'));
  });

  test('a full-screen program has the whole pane and the cursor', async () => {
    const driver = new Driver().list(terminal('build'));
    const screen = '\x1b[?1049h\x1b[2J\x1b[1;1Htop left\x1b[22;74Hcorner\x1b[3;5H';
    const vim = command('3', 'vim', screen, { isComplete: false });
    const facts = { ...IDLE_READING, fullScreen: true, running: { commandLine: 'vim', since: NOW } };
    driver.reading = facts;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    const shot = await shoot({ ...driver.model, toast: undefined }, state(prompt, vim), facts);
    await expect(shot.text).toMatchFileSnapshot(golden('full-screen'));
    expect(shot.cursor).toEqual({ x: 4, y: 3 });
  });

  test('a program that hides the cursor has it where it left it', async () => {
    const driver = new Driver().list(terminal('build'));
    const agent = command('3', 'agent', '\x1b[?1049h\x1b[?25l\x1b[3;5H', { isComplete: false });
    const running = { commandLine: 'agent', since: NOW };
    const facts = { ...IDLE_READING, fullScreen: true, running };
    driver.reading = facts;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    const shot = await shoot({ ...driver.model, toast: undefined }, state(prompt, agent), facts);
    expect(shot.cursor).toEqual({ x: 4, y: 3 });
  });

  test('a dialog lies over the pane and has the cursor', async () => {
    const driver = new Driver().list(terminal('build')).type('\x1b[19~').type('\x15dev');
    const shot = await shoot(driver.model, mixed, IDLE_READING);
    await expect(shot.text).toMatchFileSnapshot(golden('name-dialog'));
  });

  test('help lists the keys of the mode from the keymap', async () => {
    const driver = new Driver().list(terminal('build')).type('?');
    const shot = await shoot(driver.model, mixed, IDLE_READING);
    await expect(shot.text).toMatchFileSnapshot(golden('help'));
  });

  test('a filter that no command passes is told in words, with the way out', async () => {
    const driver = new Driver().list(terminal('build'));
    const blocks = blocksOf(mixed, 'user:me');
    driver.reading = { ...IDLE_READING, blocks };
    driver.rows = [blankRow(80)];
    driver.type('\x1b[18~Fin:/zz');
    const shot = await shoot(driver.model, mixed, driver.reading);
    expect(shot.text).toContain(
      'No command passes the filter “in:/zz”: all 2 are hidden.\n  Esc shows all again\n',
    );
    const kept = await shoot(driver.type('\r').model, mixed, driver.reading);
    expect(kept.text).toContain('all 2 are hidden.\n  F changes the filter\n');
    expect(kept.text).toContain('only in:/zz: 0 of 2');
  });

  test('a message about something bad is told whole: in the bar, or over the top of the body where the bar is too short', async () => {
    const problems = parseConfig('mouse = perhaps\n').problems;
    const config = { ...parseConfig(''), problems };
    const text = 'config:1: must be on or off: mouse = perhaps';
    const told = async (cols: number) => {
      const driver = new Driver()
        .notify({ kind: 'resized', size: { cols, rows: 10 } })
        .list(terminal('build'))
        .notify({ kind: 'configured', config });
      return (await shoot(driver.model, mixed, IDLE_READING)).text.split('\n');
    };
    const wide = await told(80);
    expect(wide.at(-1)).toContain(text);
    expect(wide.filter((line) => line.includes('config'))).toHaveLength(1);
    const narrow = await told(40);
    expect(
      narrow
        .slice(1, 3)
        .map((line) => line.trim())
        .join(' '),
    ).toBe(text);
    expect(narrow.at(-1)).toContain('? help');
  });

  test('forty columns and ten rows are enough', async () => {
    const driver = new Driver()
      .notify({ kind: 'resized', size: { cols: 40, rows: 10 } })
      .list(terminal('build'));
    const shot = await shoot(driver.model, mixed, IDLE_READING);
    await expect(shot.text).toMatchFileSnapshot(golden('small'));
  });
});
