import { describe, expect, test } from 'vitest';
import { runCli } from '../../../src/cli/run.ts';
import { parseStatus } from '../../../src/protocol/terminal/program-status.ts';
import { fakeIo } from '../../support/fake-io.ts';

async function status(...args: readonly string[]) {
  const { io, out, err } = fakeIo({ tty: true });
  const code = await runCli(['status', ...args], io);
  return { code, out: out(), err: err() };
}

describe('cotty status', () => {
  test('writes the report of a script to its terminal', async () => {
    const { code, out, err } = await status(
      ...['blocked', '--kind', 'permission', '--progress', '40', '--app', 'deploy'],
      ...['--id', 'web/eu', '--title', 'Deploy', '--msg', 'Replace 3 servers? – ja/nein'],
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\x1b\]7501;[^\x1b]*\x1b\\$/);
    expect(parseStatus(out.slice('\x1b]7501;'.length, -2))).toEqual({
      state: 'blocked',
      kind: 'permission',
      progress: 40,
      app: 'deploy',
      id: 'web/eu',
      title: 'Deploy',
      msg: 'Replace 3 servers? – ja/nein',
    });
    expect((await status('clear', '--id', 'web')).out).toBe('\x1b]7501;state=clear:id=web\x1b\\');
  });

  test.each([
    [[], 'STATE is missing'],
    [['sleeping'], '"sleeping" is no state; the states are idle, working, done, blocked, error, clear'],
    [['done', '--kind', 'question'], '--kind works only with blocked, not done'],
    [['blocked', '--kind', 'coffee'], '--kind "coffee" is none; the kinds are permission, question, auth'],
    [['done', '--progress', '4'], '--progress works only with working and blocked, not done'],
    [['working', '--progress', 'half'], '--progress "half" is not a whole number from 0 to 100'],
    [['working', '--progress', '101'], '--progress: a whole number from 0 to 100 (it is 101)'],
    [['working', '--id', 'a//b'], '--id: up to 8 levels of 1 to 32 letters, 128 in all (it is a//b)'],
    [['working', '--app', 'my app'], '--app: 1 to 32 of A-Z a-z 0-9 _ . + - (it is my app)'],
    [['working', '--msg', 'two\nlines'], '--msg: one line without control characters'],
    [['working', '--title', 'x'.repeat(193)], '--title: at most 192 bytes (it is 193)'],
  ])('refuses %j, and writes nothing', async (args, why) => {
    const { code, out, err } = await status(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`cotty: ${why}`);
  });
});
