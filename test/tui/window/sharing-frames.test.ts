import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalClaim, TerminalState } from '../../../src/protocol/terminal/state.ts';
import { NOW, shoot } from '../../support/tui-frame.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { wake } from '../../support/wake.ts';

const state: TerminalState = {
  title: 'build',
  content: [{ type: 'unclassified', value: '$ ' }],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'window-1' },
  supportsCommandDetection: true,
};

const ADA: TerminalClaim = { kind: 'session', session: 'ahp-session:/ada' };
const holder = { name: 'agent ada', connected: true };
const SMALL = { cols: 40, rows: 10 };
const F12 = '\x1b[24~';
const at = (seconds: number) => ({ finished_at: new Date(NOW - seconds * 1000).toISOString() });

async function frame(driver: Driver, size = { cols: 80, rows: 24 }): Promise<string[]> {
  const { text } = await shoot({ ...driver.model, size }, state, IDLE_READING);
  return text.split('\n');
}

const golden = (name: string) => `../../../fixtures/frames/${name}.txt`;

describe('the feed', () => {
  const fed = () =>
    new Driver().list(terminal('build'), terminal('dev')).notify({
      kind: 'wakes',
      result: {
        wakes: [
          wake(1, { ...at(300), exit: 0, error_line: null, tail: ['added 202 packages'], cmd: 'npm ci' }),
          wake(2, { ...at(60), channel: 'ahp-terminal:/dev', terminal: 'dev' }),
        ],
        dropped: 0,
        watches: [],
      },
    });

  test('is counted in the bar, with its key', async () => {
    expect((await frame(fed())).at(-1)).toContain('! 2 ended (F12) · Ctrl+K raw');
    expect((await frame(fed(), SMALL)).at(-1)).toMatch(/! 2 ended \(F12\) · .*\? help/);
    // In a very narrow window the news is told in fewer words before the way to the help goes.
    expect((await frame(fed(), { cols: 20, rows: 10 })).at(-1)?.trim()).toBe('! 2 ended · ? help');
    expect((await frame(fed(), { cols: 12, rows: 10 })).at(-1)?.trim()).toBe('? help');
    // RAW has no key of ours to spare.
    expect((await frame(fed().type('\x0b'))).at(-1)).toMatch(/! 2 ended · Ctrl\+K back to RUN/);
  });

  test('is a page with two lines for each', async () => {
    await expect((await frame(fed().type(F12))).join('\n')).toMatchFileSnapshot(golden('feed'));
  });

  test('fits a small window, without colours and in ASCII too', async () => {
    const driver = fed().type(F12);
    await expect((await frame(driver, SMALL)).join('\n')).toMatchFileSnapshot(golden('feed-small'));
    const ascii = new Driver({ ascii: 'on' }).list(terminal('build'));
    ascii.notify({ kind: 'wakes', result: { wakes: [wake(1, at(5))], dropped: 0, watches: [] } }).type(F12);
    expect((await frame(ascii)).join('\n')).toContain('x 1  $ npm test');
  });

  test('says why it is empty', async () => {
    const off = new Driver().list(terminal('build')).notify({ kind: 'feedOff', reason: 'Not told here.' });
    expect((await frame(off.type(F12))).join('\n')).toContain('Not told here.');
    const none = new Driver().list(terminal('build')).type(F12);
    expect((await frame(none)).join('\n')).toContain('Nobody waits, and nothing new has ended elsewhere.');
  });
});

describe('the agents', () => {
  const page = (): Driver => {
    const running: TerminalMeta = { running: { commandLine: 'npm test', timestamp: NOW - 41_000 }, holder };
    return new Driver()
      .list(
        terminal('build', { meta: { askedBy: 'agent:bob' } }),
        terminal('dev', { claim: ADA, meta: running }),
      )
      .type('?A')
      .notify({
        kind: 'agents',
        agents: {
          kind: 'known',
          list: [
            { handle: 'ada', since: NOW - 600_000, holds: ['ahp-terminal:/dev'] },
            { handle: 'bob', since: NOW - 60_000, holds: [] },
          ],
        },
      });
  };

  test('are a page: who is there, what each holds, runs and asks for, and how another one joins', async () => {
    await expect((await frame(page())).join('\n')).toMatchFileSnapshot(golden('agents'));
  });

  test('fit a small window, and can be scrolled there', async () => {
    await expect((await frame(page(), SMALL)).join('\n')).toMatchFileSnapshot(golden('agents-small'));
    const small = page().notify({ kind: 'resized', size: SMALL }).type('jjjj');
    expect((await frame(small, SMALL)).join('\n')).toContain('claude mcp add cotty');
  });

  test('are told how to join, or that none can', async () => {
    const driver = page();
    expect(driver.type('y').effects).toMatchObject([
      { kind: 'copy', text: 'claude mcp add cotty -- cotty mcp' },
    ]);
    expect(driver.type('Y').effects).toMatchObject([{ text: '{"command":"cotty","args":["mcp"]}' }]);
    driver.model = { ...driver.model, around: { ...driver.model.around, agentLine: undefined } };
    expect(driver.type('y').effects).toEqual([]);
    expect((await frame(driver)).join('\n')).toContain('The host is inside this window');
  });
});

describe('an agent that asks', () => {
  const asked = () => new Driver().list(terminal('build', { meta: { askedBy: 'agent:ada' } }));

  test('stands in the tab and in the bar, with the keys to answer', async () => {
    const lines = await frame(asked());
    expect(lines[0]).toContain('○ build @ada?');
    expect(lines.at(-1)).toContain('@ada asks for this terminal · Ctrl+O hands it over · Ctrl+X not now');
  });

  test('that is declined is spoken of, before the note of an empty line', async () => {
    const driver = asked().type('\x18');
    expect((await frame(driver)).at(-1)).toContain(
      '@ada was answered: not now · b in BROWSE hands over after all',
    );
    expect((await frame(driver, SMALL)).at(-1)).toContain('@ada was answered: not now');
  });

  test('leaves what is typed in sight', async () => {
    const lines = await frame(asked().type('npm test'));
    expect(lines.join('\n')).toMatch(/[$›] npm test/);
    expect(lines.at(-1)).toContain('@ada asks');
    expect((await frame(asked().type('x'.repeat(30)), SMALL)).join('\n')).toContain('x'.repeat(30));
  });

  test('names the way out of RAW first, and is shorter in a small window', async () => {
    expect((await frame(asked().type('\x0b'))).at(-1)).toContain('Ctrl+K, then Ctrl+O hands it over');
    expect((await frame(asked(), SMALL)).at(-1)).toContain('@ada asks · Ctrl+O');
  });
});

describe('a terminal that an agent holds', () => {
  const running = { commandLine: 'npm test', timestamp: NOW - 41_000, writer: 'agent:ada' };
  const held = () => new Driver().list(terminal('build', { claim: ADA, meta: { holder, running } }));

  test('wears its badge, and says what it runs', async () => {
    const lines = await frame(held());
    expect(lines[0]).toContain('● build @ada');
    expect(lines.at(-1)).toContain('watching: @ada runs npm test 41s');
  });

  test('is asked for by the first key, and the bar names what would be disturbed', async () => {
    const driver = held();
    driver.reading = { ...IDLE_READING, running: { commandLine: 'npm test', since: NOW - 41_000 } };
    driver.type('l');
    expect((await frame(driver)).at(-1)).toContain(
      '@ada is running npm test · Enter takes it over · w watches',
    );
    expect((await frame(driver, SMALL)).at(-1)).toContain('@ada: Enter takes over · w · Esc');
    const commandLine = 'for i in 1 2 3 4; do echo step; sleep 1; done';
    const long = terminal('build', { claim: ADA, meta: { holder, running: { ...running, commandLine } } });
    expect((await frame(driver.list(long))).at(-1)).toContain(
      '@ada runs for i in 1 2 3 … · Enter takes over · w watches · Esc cancels',
    );
  });

  test('shows the line that is typed at its prompt, and asks with Enter', async () => {
    const idle = new Driver().list(terminal('build', { claim: ADA, meta: { holder } }));
    expect((await frame(idle)).at(-1)).toContain('watching: held by @ada');
    expect((await frame(idle.type('ls -l'))).at(-1)).toContain('› ls -l');
    expect((await frame(idle.type('\r'))).at(-1)).toContain('@ada holds this terminal · Enter takes it over');
  });
});
