import { userInfo } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { runLinear } from '../../../src/cli/linear/linear.ts';
import { type FakeIo, fakeIo } from '../../support/fake-io.ts';
import { RealHost } from '../../support/real-host.ts';

const me = `user:${userInfo().username}`;
/** The common limit of a wait, in milliseconds. */
const LIMIT = { timeout: 40_000 };

let host: RealHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

type Session = FakeIo & {
  readonly ended: Promise<number>;
  /** Types a line, and waits until the session has said the text since then. */
  readonly hears: (line: string, text: string | RegExp) => Promise<string>;
};

async function begin(tty = false): Promise<Session> {
  host = await RealHost.start();
  const client = await host.join(me, 'linear');
  const fake = fakeIo({ tty, env: { HOME: host.root } });
  const ended = runLinear({ client }, fake.io);
  await expect.poll(fake.out, LIMIT).toContain('You are in');
  const hears = async (line: string, text: string | RegExp): Promise<string> => {
    const from = fake.out().length;
    fake.type(`${line}\n`);
    const said = () => fake.out().slice(from);
    await expect.poll(said, LIMIT).toMatch(text);
    return said();
  };
  return { ...fake, ended, hears };
}

describe('linear mode', () => {
  it('runs a line as a command, says its output once and how it ended, and lists and reads it again', async () => {
    const { hears, type, ended } = await begin();
    expect(await hears('printf "one\\ntwo\\n"', '#1 succeeded.\n')).toBe('one\ntwo\n#1 succeeded.\n');
    expect(await hears('(exit 3)', 'failed with exit code 3.\n')).toBe('#2 failed with exit code 3.\n');
    expect(await hears(':blocks', /#2 .*\n/)).toBe(
      '#1 printf "one\\ntwo\\n", succeeded.\n#2 (exit 3), failed with exit code 3.\n',
    );
    expect(await hears(':failed', /#2 .*\n/)).toBe('#2 (exit 3), failed with exit code 3.\n');
    expect(await hears(':read 1', 'two\n')).toBe('#1 printf "one\\ntwo\\n", succeeded.\none\ntwo\n');
    expect(await hears(':again 1', '#3 succeeded.\n')).toContain('one\ntwo\n');
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('gives lines to the program that runs, and Ctrl+C to it alone', async () => {
    const { hears, type, ended, out } = await begin();
    // One program that reads twice: between two programs, bash can miss Ctrl+C.
    await hears(`sh -c 'printf "say "; read -r x; echo "got $x"; read -r y'`, 'say\n');
    await hears(':::a', 'got ::a\n');
    process.emit('SIGINT');
    await expect.poll(out, LIMIT).toMatch(/#1 was interrupted.*\n/);
    process.emit('SIGINT');
    await expect.poll(out, LIMIT).toContain('Nothing runs here.');
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('says what is wrong with a word, a number and a terminal, each with the value', async () => {
    const { hears, type, ended } = await begin();
    expect(await hears(':redd', 'help says')).toContain('There is no word :redd. Did you mean :read?');
    expect(await hears(':read x', 'not the number')).toContain('"x" is not the number of a command');
    expect(await hears(':read 9', 'no command')).toContain('There is no command #9 here.');
    expect(await hears(':go nowhere', 'no terminal')).toContain('There is no terminal nowhere.');
    expect(await hears(':keys C-foo', 'no key')).toContain('there is no key "C-foo"');
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('says the end of a command in another terminal by its name', async () => {
    const { hears, type, ended, out } = await begin();
    await hears(':new other', 'You are in other.');
    await hears('read -r x; true', '');
    await expect.poll(() => hears(':terminals', 'here.'), LIMIT).toMatch(/other, runs read -r x; true/);
    await hears(':go 1', 'You are in');
    const client = await host?.join(me, 'beside');
    const other = client?.root.state.terminals?.find(({ title }) => title === 'other');
    await client?.cotty.type(other?.resource ?? '', 'x\r');
    await expect.poll(out, LIMIT).toMatch(/other: `read -r x; true` succeeded after/);
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('says of a command that has timed out for who ran it that it did, and lists it as failed', async () => {
    const { hears, type, ended } = await begin();
    const client = await host?.join(me, 'beside');
    const here = client?.root.state.terminals?.[0]?.resource ?? '';
    await client?.cotty.run(here, { commandLine: 'read -r x', timeoutMs: 1 });
    await hears('go', '#1 timed out');
    expect(await hears(':failed', '#1 ')).toMatch(/^#1 read -r x, timed out[,.]/);
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('hides the line that a program reads without echo', async () => {
    const { hears, type, ended, rawModes, out } = await begin(true);
    await hears('read -rs -p "pass " x; echo "got $x"', 'is not shown');
    type('pass\x7fs\r');
    await expect.poll(out, LIMIT).toContain('got pass\n');
    expect(rawModes.slice(0, 2)).toEqual([true, false]);
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('runs lines that come at once in order, each once, and gives those that a program reads to it', async () => {
    const { type, ended, out } = await begin();
    const count = Array.from({ length: 12 }, (_, index) => index + 1);
    type(count.map((each) => `echo line-${each}\n`).join(''));
    type('cat > f <<\'E\'\ntouch RAN\nE\nls f\nread x\nada\necho "got\n$x"\n: > g');
    type('');
    expect(await ended).toBe(0);
    expect(out().replace(/^[\s\S]*?line-1\n/, 'line-1\n')).toBe(
      `${count.map((each) => `line-${each}\n#${each} succeeded.\n`).join('')}#13 succeeded.\nf\n#14 succeeded.\nada\n#15 succeeded.\ngot\nada\n#16 succeeded.\n#17 succeeded.\n`,
    );
  });

  it('says what the shell cannot parse, and runs nothing of a pipe behind it', async () => {
    const { type, ended, out } = await begin();
    type('echo )\necho never\n:quit\n');
    type('');
    expect(await ended).toBe(2);
    expect(out()).toMatch(/unexpected token.*[\s\S]*What follows was not run: 2 lines\.\n$/);
  });

  it('takes back what waits at Ctrl+C, and the lines of a command that is not complete', async () => {
    const { hears, type, ended, out } = await begin(true);
    type('sleep 100\n');
    await expect.poll(() => hears(':t', 'here.'), LIMIT).toContain('runs sleep 100');
    await hears('echo never', 'This line waits');
    process.emit('SIGINT');
    await expect.poll(out, LIMIT).toMatch(/Taken back: 1 line\.[\s\S]*was interrupted/);
    await hears('echo "open', /(^|> )> $/);
    process.emit('SIGINT');
    await expect.poll(out, LIMIT).toMatch(/Taken back: 1 line\.\n[\s\S]*Taken back: 1 line\.\n/);
    expect(await hears('echo after', 'succeeded')).not.toContain('never');
    type(':quit\n');
    expect(await ended).toBe(0);
  });

  it('ends with what it runs when its input ends', async () => {
    const { hears, type, ended, out } = await begin();
    await hears('cat; echo after', '');
    await expect.poll(() => hears(':t', 'here.'), LIMIT).toContain('runs cat');
    type('');
    expect(await ended).toBe(0);
    expect(out()).toContain('after\n#1 succeeded');
  });

  it('says how a command ended, also if a background job has printed before it', async () => {
    const { hears, type, ended } = await begin();
    await hears('(sleep 0.2; echo late) &', '#1 succeeded.\n');
    const client = await host?.join(me, 'beside');
    const uri = client?.root.state.terminals?.[0]?.resource ?? '';
    const printed = async () => (await client?.cotty.records(uri, { last: 1 }))?.printedSince;
    await expect.poll(printed, LIMIT).toContain('late');
    expect(await hears('true', '#2 ')).toContain('#2 succeeded.\n');
    type(':quit\n');
    expect(await ended).toBe(0);
  });
});
