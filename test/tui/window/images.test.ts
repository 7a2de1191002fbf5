import { describe, expect, test } from 'vitest';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { CELL } from '../../../src/screen/image/image-box.ts';
import { cellPicture } from '../../support/cell-picture.ts';
import {
  DAY,
  OUTERS,
  type Outer,
  PROMPT_PART,
  RUNNING,
  SIZES,
  stateOf,
  windowIn,
} from '../../support/image-scene.ts';
import { NOW, shoot } from '../../support/tui-frame.ts';
import { type Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';

const file = (name: string) => `../../../fixtures/pictures/${name}.svg`;

async function image(driver: Driver, state: TerminalState, { colors }: Outer): Promise<string> {
  const { rows } = await shoot({ ...driver.model, toast: undefined }, state, driver.reading);
  return cellPicture(rows, colors);
}

const atPrompt = stateOf([...DAY, PROMPT_PART]);

describe('images', () => {
  for (const [look, outer] of Object.entries(OUTERS)) {
    for (const [size, cells] of Object.entries(SIZES)) {
      test(`a day's commands, ${look}, ${size}`, async () => {
        const driver = windowIn(outer, cells);
        await expect(await image(driver, atPrompt, outer)).toMatchFileSnapshot(file(`day-${look}-${size}`));
      });
    }

    test(`a selected block and matches, ${look}`, async () => {
      const driver = windowIn(outer, SIZES['80x24']);
      const view = driver.view;
      const uri = driver.model.active ?? '';
      if (view === undefined) throw new Error('no view');
      const search = { query: 'npm', current: { block: '2', line: 1 }, place: { at: 2, of: 4 } };
      const blocks = { ...view.blocks, selected: '2', search };
      driver.model = {
        ...driver.model,
        views: { ...driver.model.views, [uri]: { ...view, mode: 'browse', blocks } },
      };
      await expect(await image(driver, atPrompt, outer)).toMatchFileSnapshot(file(`browse-${look}`));
    });

    test(`who waits, ${look}`, async () => {
      const program = (state: 'blocked' | 'done' | 'error', msg: string) => ({
        running: { commandLine: 'codex', timestamp: NOW - 90_000 },
        program: { id: '', app: 'codex', by: 'report', state, msg, since: NOW - 80_000 } as const,
      });
      const driver = windowIn(outer, SIZES['80x24'], () => [
        terminal('build'),
        terminal('api', { meta: program('blocked', 'Run `npm test` in ~/app?') }),
        terminal('web', { meta: program('blocked', 'Which colour?') }),
        terminal('docs', { meta: program('done', 'All links work') }),
        terminal('db', { meta: program('error', 'The model did not answer') }),
      ]);
      await expect(await image(driver.type('\x1b[24~'), atPrompt, outer)).toMatchFileSnapshot(
        file(`waits-${look}`),
      );
    });

    test(`a running command, ${look}`, async () => {
      const since = NOW - 18_000;
      const running = { commandLine: 'npm run dev', timestamp: since };
      const driver = windowIn(outer, { cols: 80, rows: 16 }, () => [
        terminal('build', { meta: { running } }),
      ]);
      driver.reading = { ...IDLE_READING, running: { commandLine: 'npm run dev', since } };
      const state = stateOf([...DAY.slice(2, 5), RUNNING]);
      await expect(await image(driver, state, outer)).toMatchFileSnapshot(file(`running-${look}`));
    });
  }

  const first = { cols: 80, rows: 16 };

  test('a fresh start', async () => {
    const driver = windowIn(OUTERS.dark, first, () => [terminal('build')]);
    await expect(await image(driver, stateOf([PROMPT_PART]), OUTERS.dark)).toMatchFileSnapshot(file('start'));
  });

  test("somebody else's smaller screen", async () => {
    const driver = windowIn(OUTERS.dark, first, () => [
      terminal('build', {
        claim: { kind: 'session', session: 'ahp-session:/ada' },
        meta: { holder: { name: 'agent ada', connected: true } },
      }),
    ]);
    driver.reading = { ...IDLE_READING, fullScreen: true, screen: { cols: 50, rows: 10, cell: CELL } };
    const vim = `\x1b[?1049h\x1b[2J\x1b[1;1H${Array.from({ length: 9 }, () => '~').join('\r\n')}\r\n-- INSERT --`;
    const state = stateOf([{ type: 'unclassified', value: vim }], 50, 10);
    await expect(await image(driver, state, OUTERS.dark)).toMatchFileSnapshot(file('smaller-screen'));
  });

  test.each(['dark', 'light', 'ascii'] as const)('the palette, %s', async (look) => {
    const outer = OUTERS[look];
    const driver = windowIn(outer, SIZES['80x24']).type('\x1b[20~').type('cl');
    await expect(await image(driver, atPrompt, outer)).toMatchFileSnapshot(file(`palette-${look}`));
  });

  test('the help', async () => {
    const driver = windowIn(OUTERS.dark, SIZES['80x24']).type('?');
    await expect(await image(driver, atPrompt, OUTERS.dark)).toMatchFileSnapshot(file('help'));
  });
});
