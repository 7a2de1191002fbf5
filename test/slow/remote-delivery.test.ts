import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import {
  type DeliveredShell,
  DeliveryBench,
  describeStates,
  describeTexts,
  reason,
  SHELLS,
  settle,
} from '../support/delivery-table.ts';
import { needs, programPath, skipUnless } from '../support/programs.ts';
import { noSshServer, SshServer } from '../support/ssh-server.ts';

let bench: DeliveryBench;
let server: SshServer | undefined;
beforeAll(async () => {
  bench = await DeliveryBench.start();
});
afterAll(async () => {
  await server?.stop();
  await bench.close();
});

const SSH = 'ssh -F ~/ssh/config box';

/** A terminal in which somebody has gone to another machine, where that shell reads. */
async function remote(shell: DeliveredShell, started = `${shell} -i`): Promise<string> {
  skipUnless(noSshServer === undefined, 'needs sshd');
  needs('ssh', 'ssh-keygen', shell);
  server ??= await SshServer.start(bench.root, started);
  server.offer(started);
  bench.furnish(server.home);
  const uri = await bench.open('bash');
  await bench.enter(uri, SSH, shell);
  return uri;
}

/** A terminal in which somebody has entered a shell by that line. */
async function inner(shell: DeliveredShell, line: string): Promise<string> {
  needs(shell);
  const uri = await bench.open('bash');
  await bench.enter(uri, line, shell);
  return uri;
}

async function ofNobody(shell: DeliveredShell): Promise<string> {
  skipUnless(process.getuid?.() === 0, 'needs root, who is asked for no password');
  needs('su');
  return inner(shell, `su -p -s ${programPath(shell)} nobody`);
}

describe.each(SHELLS)('on another machine', (shell) => {
  describeTexts(() => bench, shell, remote);
  describeStates(() => bench, shell, remote);
});

describe.each(SHELLS)('of another user', (shell) => {
  describeTexts(() => bench, shell, ofNobody);
});

describe.each(SHELLS)('inside another shell', (shell) => {
  describeTexts(
    () => bench,
    shell,
    (each) => inner(each, each),
  );
});

/** Takes some seconds on its way: each character beyond ASCII is ten there. */
const LONG = `${`# ${'ü'.repeat(100)}\n`.repeat(3300)}$HOME/witness end\n`;

describe('a shell on another machine', () => {
  beforeEach(() => bench.forget());

  const kept = (name: string) => readFileSync(join(bench.root, 'away', name), 'utf8');

  it.each([
    ['bash', 'bash_history'],
    ['zsh', 'zsh_history'],
    ['fish', '.local/share/fish/fish_history'],
  ] as const)('has no line of ours in its history: %s', async (shell, file) => {
    const uri = await remote(shell);
    for (const text of [
      'echo one',
      'echo two\necho "a!b"',
      `${`# ${'long '.repeat(20)}\n`.repeat(30)}echo three`,
    ])
      await bench.run(uri, text);
    await bench.mara.cotty.type(uri, 'exit\r');
    await expect.poll(() => existsSync(join(bench.root, 'away', file)), { timeout: 8000 }).toBe(true);
    await expect.poll(() => kept(file), { timeout: 8000 }).toContain('echo two');
    expect(kept(file)).toContain('echo one');
    expect(kept(file)).not.toMatch(/cotty|eval|Probe/);
  });

  it("reads a person's line as at its prompt", async () => {
    const uri = await remote('bash');
    for (const line of ['$HOME/witness one', '$HOME/witness two !!:1 # remark']) {
      await settle();
      bench.mara.dispatch(uri, { type: 'terminal/input', data: lineInput(line) });
      await expect.poll(() => bench.seen, { timeout: 8000 }).toContain(line.includes('two') ? 'two' : 'one');
    }
    // Remarks are none there, and !!:1 is the word of the line before.
    expect(bench.seen).toBe('one\0two\0one\0#\0remark\0');
  });

  it.each(SHELLS)('gets characters beyond ASCII where its locale has none: %s', async (shell) => {
    const uri = await remote(shell, `env LC_ALL=C ${shell} -i`);
    await bench.run(uri, "$HOME/witness 'ü漢🙂é'");
    expect(Buffer.from(bench.seen, 'latin1').toString('utf8')).toBe('ü漢🙂é\0');
  });

  it('may be two deep', async () => {
    const uri = await remote('bash');
    await bench.run(uri, 'level=outer');
    const holds = async (test: string) => {
      const asked = bench.run(uri, `[[ ${test} ]]`);
      return asked.then(
        ({ exit }) => exit === 0,
        () => false,
      );
    };
    await bench.mara.cotty.type(uri, 'ssh -F ~/../ssh/config box\r');
    await expect.poll(() => holds('-z $level'), { timeout: 15_000 }).toBe(true);
    await bench.run(uri, "$HOME/witness 'a!b'");
    expect(bench.seen).toBe('a!b\0');
    await bench.mara.cotty.type(uri, 'exit\r');
    await expect.poll(() => holds('$level == outer'), { timeout: 15_000 }).toBe(true);
  });

  it('says so when a text is too long for this way, and runs nothing', async () => {
    const uri = await remote('bash');
    expect(await reason(bench.run(uri, '漢'.repeat(300_000)))).toContain('too long for a shell');
    expect(await bench.run(uri, 'true')).toMatchObject({ exit: 0 });
  });

  it.each(SHELLS)('reads on at once after Ctrl+C while a text is on its way: %s', async (shell) => {
    const uri = await remote(shell);
    const asked = reason(bench.run(uri, LONG));
    await new Promise((resolve) => setTimeout(resolve, 700));
    const pressed = Date.now();
    await bench.mara.cotty.type(uri, '\x03');
    expect(await asked).toContain('Ctrl+C was pressed while the text was on its way');
    expect(await bench.run(uri, "$HOME/witness 'a!b'")).toMatchObject({ exit: 0 });
    expect(Date.now() - pressed).toBeLessThan(6000);
    expect(bench.seen).toBe('a!b\0');
  });

  it.each(SHELLS)(
    'keeps keys that are pressed meanwhile out of the text, and reads them after it: %s',
    async (shell) => {
      const uri = await remote(shell);
      const asked = bench.run(uri, LONG);
      await new Promise((resolve) => setTimeout(resolve, 700));
      await bench.mara.cotty.type(uri, '$HOME/witness "}{meanwhile"\r');
      expect(await asked).toMatchObject({ exit: 0 });
      await expect.poll(() => bench.seen, { timeout: 8000 }).toBe('end\0}{meanwhile\0');
    },
  );

  it.each(SHELLS)(
    'gives nothing of a text to the shell around it when it ends meanwhile: %s',
    async (shell) => {
      const uri = await remote(shell);
      await bench.run(uri, shell === 'fish' ? 'echo $fish_pid > ~/pid' : 'echo $$ > ~/pid');
      const pid = Number(kept('pid'));
      const asked = reason(bench.run(uri, LONG));
      await new Promise((resolve) => setTimeout(resolve, 700));
      process.kill(pid, 'SIGKILL');
      expect(await asked).toMatch(/has ended|stopped to read/);
      expect(await bench.run(uri, "$HOME/witness 'outside'")).toMatchObject({ exit: 0 });
      expect(bench.seen).toBe('outside\0');
    },
  );

  // The key is all that a host has pressed which is gone then.
  it.each(SHELLS)('waits 15 seconds for a host that is gone, then reads keys again: %s', async (shell) => {
    const uri = await remote(shell);
    await bench.run(uri, 'true');
    await bench.mara.cotty.type(uri, '\x1b[713852@');
    await new Promise((resolve) => setTimeout(resolve, 15_500));
    await bench.mara.cotty.type(uri, '$HOME/witness typed\r');
    await expect.poll(() => bench.seen, { timeout: 8000 }).toBe('typed\0');
    await settle();
    const size = '$HOME/witness "$(stty -a </dev/tty | grep -c -- "-icanon\\|-echo \\|-isig")"';
    await bench.run(uri, size);
    expect(bench.seen).toMatch(/\0[0]\0$/);
  });
});
