import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { CommandRecord } from '../../src/protocol/cotty/command-record.ts';
import { needs } from '../support/programs.ts';
import { RealHost } from '../support/real-host.ts';

let real: RealHost;
let alice: Client;

beforeEach(async () => {
  real = await RealHost.start();
  alice = await real.join('agent:alice');
});

afterEach(() => real.close());

async function runIn(uri: string, commandLine: string, by = alice): Promise<CommandRecord> {
  return (await by.cotty.run(uri, { commandLine })).record;
}

/** Until the program itself runs, Ctrl+C goes to the shell, which may let it pass. */
async function shows(uri: string, line: string): Promise<void> {
  const screen = async () => (await alice.cotty.screen(uri)).lines.join('\n');
  // dash, which asks for more of a command, may show its prompts before.
  await expect.poll(screen).toMatch(new RegExp(`^(?:[#$>] )*${line}$`, 'm'));
}

/** What a shell prints around it aside: fish switches modes and sets the title when a command begins. */
function printed({ stdout }: CommandRecord): string {
  return stdout.replaceAll(/\x1b\[[\d;?]*[a-zA-Z]|\x1b\][^\x07]*\x07|\x1b\(B/g, '').replace(/^\r+(?!\n)/, '');
}

const several = 'echo one\n\n  echo two\necho three';
const heredoc = "cat <<'END'\nit's $HOME\n\ttabbed \"quote\n}\nEND";

describe.each(['bash', 'zsh', 'dash'])('%s', (shell) => {
  beforeEach(() => needs(shell));

  it('answers with the record of each command, of one line or several', async () => {
    const uri = await real.open(alice, { shell });
    const first = await runIn(uri, 'echo "hi there"; false');
    expect(first).toMatchObject({
      seq: 1,
      cmd: 'echo "hi there"; false',
      writer: 'agent:alice',
      exit: 1,
      timed_out: false,
      killed_by_restart: false,
    });
    expect(printed(first)).toBe('hi there\r\n');
    const second = await runIn(uri, several);
    expect(second).toMatchObject({ seq: 2, cmd: several, exit: 0 });
    expect(printed(second)).toBe('one\r\ntwo\r\nthree\r\n');
    const third = await runIn(uri, heredoc);
    expect(third).toMatchObject({ seq: 3, cmd: heredoc, exit: 0 });
    expect(printed(third)).toBe(`it's $HOME\r\n\ttabbed "quote\r\n}\r\n`);
    const fourth = await runIn(uri, 'for i in 1 2; do\n\techo "n $i"\ndone\n(exit 7)\n');
    expect(fourth).toMatchObject({ seq: 4, cmd: 'for i in 1 2; do\n\techo "n $i"\ndone\n(exit 7)', exit: 7 });
    expect(printed(fourth)).toBe('n 1\r\nn 2\r\n');
    const { records, more } = await alice.cotty.records(uri, { last: 10 });
    expect(records).toEqual([first, second, third, fourth]);
    expect(more).toBe(false);
  });
});

describe('fish', () => {
  beforeEach(() => needs('fish'));

  it('answers with the record of each command, of one line or several', async () => {
    const uri = await real.open(alice, { shell: 'fish' });
    const first = await runIn(uri, 'echo "hi there"; false');
    expect(first).toMatchObject({ seq: 1, cmd: 'echo "hi there"; false', exit: 1 });
    expect(printed(first)).toContain('hi there\r\n');
    const second = await runIn(uri, 'for i in 1 2\n    echo "n $i"\nend\necho done');
    expect(second).toMatchObject({ seq: 2, exit: 0 });
    expect(printed(second)).toContain('n 1\r\nn 2\r\ndone\r\n');
  });
});

const reason = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe.each(['bash', 'zsh', 'fish'])('%s', (shell) => {
  beforeEach(() => needs(shell));

  it('says itself what it cannot parse, runs nothing of it, and runs the next command', async () => {
    const uri = await real.open(alice, { shell });
    expect(await reason(runIn(uri, "echo 'never closed"))).toMatch(
      new RegExp(`^${shell}: ?(?:(?:line )?1: )?.*(?:unmatched|matching|balanced)`),
    );
    expect(await runIn(uri, 'echo fine')).toMatchObject({ seq: 1, cmd: 'echo fine', exit: 0 });
  });

  it('goes on after a timeout; the next run waits for Ctrl+C', async () => {
    const uri = await real.open(alice, { shell });
    const commandLine = `sh -c 'echo $((40+2)); exec sleep 600'`;
    const { record } = await alice.cotty.run(uri, { commandLine, timeoutMs: 300 });
    expect(record).toMatchObject({ seq: 1, finished_at: null, timed_out: true });
    expect(await reason(runIn(uri, 'echo no'))).toMatch(
      /^busy: `sh -c .*` by agent:alice has been running for \d+ s$/,
    );
    await shows(uri, '42');
    await alice.cotty.type(uri, '\x03');
    await expect.poll(async () => (await alice.cotty.records(uri, {})).records[0]?.exit).toBe(130);
    expect((await alice.cotty.records(uri, {})).records).toMatchObject([
      { cmd: commandLine, timed_out: true },
    ]);
    const next = await runIn(uri, 'echo next');
    expect(next).toMatchObject({ seq: 2, exit: 0, timed_out: false });
    expect(printed(next)).toContain('next\r\n');
  });

  it('waits for what was typed ahead: each command has its own record', async () => {
    const uri = await real.open(alice, { shell });
    await runIn(uri, 'true');
    await alice.cotty.run(uri, { commandLine: 'sleep 0.5', timeoutMs: 0 });
    await alice.cotty.type(uri, 'echo ahead\recho again\r');
    await expect.poll(() => reason(runIn(uri, 'echo mine')), { interval: 5 }).toBe('answered');
    const { records } = await alice.cotty.records(uri, { last: 3 });
    expect(records.map((record) => [record.cmd, /^\w+\r$/m.exec(printed(record))?.[0]])).toEqual([
      ['echo ahead', 'ahead\r'],
      ['echo again', 'again\r'],
      ['echo mine', 'mine\r'],
    ]);
  });

  it('runs each command under what a person left half-typed', async () => {
    const mara = await real.join('user:mara');
    const uri = await real.open(mara, { shell });
    const script = await real.join('user:mara', 'script');
    await runIn(uri, 'echo first', script);
    await mara.cotty.type(uri, 'rm -rf nothing "');
    const { records } = await script.cotty.records(uri, { last: 9 });
    expect(records.length).toBe(1);
    expect(await runIn(uri, 'echo second', script)).toMatchObject({ seq: 2, cmd: 'echo second', exit: 0 });
  });
});

describe.each(['bash', 'zsh', 'dash'])('%s', (shell) => {
  beforeEach(() => needs(shell));

  it('keeps all that a command prints before the shell exits by it', async () => {
    const uri = await real.open(alice, { shell });
    const record = await runIn(uri, 'head -c 65536 /dev/zero | tr "\\0" x; exit 3');
    expect(record).toMatchObject({ exit: 3, omitted: 0 });
    // A shell may say goodbye after it.
    expect(/x*/.exec(printed(record))?.[0].length).toBe(65_536);
    expect(await reason(runIn(uri, 'ls'))).toBe('the terminal has exited');
  });
});

describe('dash, which marks nothing', () => {
  beforeEach(() => needs('dash'));

  it('has an end of a command that Ctrl+C has cut off, and runs the next', async () => {
    const uri = await real.open(alice, { shell: 'dash' });
    const cut = { commandLine: 'sh -c "echo up; exec sleep 600"; echo not', timeoutMs: 300 };
    expect((await alice.cotty.run(uri, cut)).record).toMatchObject({ finished_at: null });
    await shows(uri, 'up');
    await alice.cotty.type(uri, '\x03');
    await expect.poll(() => reason(runIn(uri, 'echo next'))).toBe('answered');
    const { records } = await alice.cotty.records(uri, { last: 2 });
    expect(records).toMatchObject([
      { cmd: cut.commandLine, exit: null, timed_out: true },
      { cmd: 'echo next', exit: 0, stdout: 'next\r\n' },
    ]);
  });

  it('does not take a program that Ctrl+C does not end for ended', async () => {
    const uri = await real.open(alice, { shell: 'dash' });
    const commandLine = `sh -c 'trap "" INT; echo $((40+2)); sleep 1.5; echo survived'`;
    const answer = runIn(uri, commandLine);
    await shows(uri, '42');
    await alice.cotty.type(uri, '\x03');
    expect(printed(await answer)).toContain('survived');
  });

  it('keeps the exit code of a command during which the shell itself waits for a line', async () => {
    const uri = await real.open(alice, { shell: 'dash' });
    const other = await real.open(alice, { shell: 'dash' });
    const answer = runIn(uri, 'echo up; read line; (exit 9)');
    await shows(uri, 'up');
    // Meanwhile the end of a command that Ctrl+C has cut off is found there: by the shell in front, at rest.
    // A shell that is about to start a program can miss a Ctrl+C.
    await alice.cotty.run(other, { commandLine: `sh -c 'echo as""leep; exec sleep 600'`, timeoutMs: 0 });
    await shows(other, 'asleep');
    await alice.cotty.type(other, '\x03');
    await expect.poll(() => reason(runIn(other, 'true'))).toBe('answered');
    await alice.cotty.type(uri, 'go\r');
    expect(await answer).toMatchObject({ exit: 9 });
    expect(await runIn(uri, 'echo next')).toMatchObject({ seq: 2, exit: 0 });
  });

  it('runs no line that the terminal would cut', async () => {
    const uri = await real.open(alice, { shell: 'dash' });
    const most = `echo ${'x'.repeat(4088)};`;
    expect(printed(await runIn(uri, most))).toHaveLength(4090);
    expect(await reason(runIn(uri, `${most}#`))).toContain('a line of 4095 bytes is too long');
    expect(await runIn(uri, 'echo next')).toMatchObject({ seq: 2, exit: 0 });
  });

  it('says that its records prove nothing, and refuses while a program of somebody runs', async () => {
    const mara = await real.join('user:mara');
    const uri = await real.open(mara, { shell: 'dash' });
    await runIn(uri, 'true', mara);
    await mara.cotty.type(uri, 'sleep 600\r');
    await expect.poll(() => reason(runIn(uri, 'echo no', mara))).toBe('busy: sleep is running');
    await mara.cotty.type(uri, '\x03');
    await expect.poll(() => reason(runIn(uri, 'echo yes', mara))).toBe('answered');
    const mirror = await mara.subscribe(uri);
    const metas = mirror.state.content.flatMap((part) => (part.type === 'command' ? [part._meta] : []));
    expect(metas.length).toBeGreaterThan(1);
    for (const meta of metas) expect(meta).toMatchObject({ 'x-cotty': { unverified: true } });
  });
});

describe('agents and people', () => {
  it('race for a terminal: one runs, the other hears why not', async () => {
    const bob = await real.join('agent:bob');
    const uri = await real.open(alice);
    const answers = await Promise.all([
      reason(runIn(uri, 'sleep 1; echo a', alice)),
      reason(runIn(uri, 'sleep 1; echo b', bob)),
    ]);
    expect(answers.filter((answer) => answer === 'answered').length).toBe(1);
    expect(answers.find((answer) => answer !== 'answered')).toMatch(/holds this terminal|^busy: /);
    const { records } = await alice.cotty.records(uri, { last: 9 });
    expect(records.length).toBe(1);
  });

  it('a person takes over during a run, which stays the agent’s', async () => {
    const mara = await real.join('user:mara');
    const uri = await real.open(alice);
    const answer = runIn(uri, 'read x; echo "got $x"');
    await expect.poll(async () => (await alice.cotty.screen(uri)).running?.cmd).toContain('read x');
    await mara.dispatch(uri, {
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId: mara.clientId },
      _meta: { 'x-cotty': { takeOverFrom: 'ahp-session:/alice' } },
    });
    await mara.cotty.type(uri, 'hello\r');
    const record = await answer;
    expect(record).toMatchObject({ writer: 'agent:alice', exit: 0 });
    expect(printed(record)).toContain('got hello\r\n');
    expect(await reason(runIn(uri, 'ls'))).toBe('mara holds this terminal');
  });

  it('get each output on its own record, however quickly they run', async () => {
    const uri = await real.open(alice);
    const all: CommandRecord[] = [];
    for (let n = 1; n <= 100; n += 1) all.push(await runIn(uri, `echo "line ${n}"; (exit ${n % 7})`));
    expect(all.map(({ seq, exit, stdout }) => ({ seq, exit, stdout }))).toEqual(
      all.map((_, index) => ({ seq: index + 1, exit: (index + 1) % 7, stdout: `line ${index + 1}\r\n` })),
    );
    const { records, more } = await alice.cotty.records(uri, { sinceSeq: 0 });
    expect(records).toEqual(all);
    expect(more).toBe(false);
  });
});
