import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import {
  type DeliveredShell,
  type DeliveryBench,
  reason,
  SHELLS,
  settle,
} from '../support/delivery-table.ts';
import { EnteredShells } from '../support/entered-shells.ts';
import { needs, programPath, skipUnless } from '../support/programs.ts';

let shells: EnteredShells;
let bench: DeliveryBench;
beforeAll(async () => {
  shells = await EnteredShells.start();
  bench = shells.bench;
});
afterAll(() => shells.close());

const remote = (shell: DeliveredShell, started?: string) => shells.remote(shell, started);
const kept = (name: string) => shells.kept(name);

/** Takes some seconds on its way: each character beyond ASCII is ten there. */
const LONG = `${`# ${'ü'.repeat(100)}\n`.repeat(3300)}$HOME/witness end\n`;

describe('a shell on another machine', () => {
  beforeEach(() => bench.forget());

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
    await expect.poll(() => existsSync(join(bench.root, 'away', file))).toBe(true);
    await expect.poll(() => kept(file)).toContain('echo two');
    expect(kept(file)).toContain('echo one');
    expect(kept(file)).not.toMatch(/cotty|eval|Probe/);
  });

  it("reads a person's line as at its prompt", async () => {
    const uri = await remote('bash');
    for (const line of ['$HOME/witness one', '$HOME/witness two !!:1 # remark']) {
      await settle();
      bench.mara.dispatch(uri, { type: 'terminal/input', data: lineInput(line) });
      await expect.poll(() => bench.seen).toContain(line.includes('two') ? 'two' : 'one');
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
    await shells.deeper(uri, 'ssh -F ~/../ssh/config box');
    await bench.run(uri, "$HOME/witness 'a!b'");
    expect(bench.seen).toBe('a!b\0');
    await shells.back(uri);
  });

  it.each([
    ['zsh', 'zsh'],
    ['fish', 'fish'],
    ['bash of nobody', `su -p -s ${programPath('bash')} nobody`],
  ])('may have another inside: %s', async (name, line) => {
    if (name.endsWith('nobody'))
      skipUnless(process.getuid?.() === 0, 'needs root, who is asked for no password');
    else needs(name);
    const uri = await remote('bash');
    await bench.run(uri, 'level=outer');
    await shells.deeper(uri, line);
    await bench.run(uri, "$HOME/witness 'a!b' # c");
    expect(bench.seen).toBe('a!b\0');
    await shells.back(uri);
  });

  it('gives a program inside it nothing, and says once that there are no blocks', async () => {
    const uri = await remote('bash');
    // A start file asks by the line editor, and no process tells that it does.
    await bench.run(uri, `echo 'read -e -p "env? " E' > ~/.bashrc`);
    await bench.mara.cotty.type(uri, 'bash\r');
    const off = () => bench.meta(uri).integration;
    await expect
      .poll(off)
      .toEqual({ off: 'Commands are not detected: no prompt of bash is recognised on the screen' });
    expect((await bench.mara.cotty.screen(uri)).lines.join('\n')).toMatch(/env\? *$/m);
    expect(await reason(bench.run(uri, 'true'))).toContain('ssh is running');
    // What reads later on may be a program that was run there.
    await bench.mara.cotty.type(uri, `mine\rPS1='$ '\r$HOME/witness "$E"\r`);
    await expect.poll(() => bench.seen).toBe('mine\0');
    expect((await bench.mara.cotty.screen(uri)).lines.join('\n')).not.toMatch(/cotty|Probe/);
    await bench.mara.cotty.type(uri, 'exit\r');
    await expect.poll(() => shells.holds(uri, '-z "$E"')).toBe(true);
    expect(off()).toBe('active');
  });

  it('says so when a text is too long for this way, and runs nothing', async () => {
    const uri = await remote('bash');
    expect(await reason(bench.run(uri, '漢'.repeat(300_000)))).toContain('too long to be sent to this shell');
    expect(await bench.run(uri, 'true')).toMatchObject({ exit: 0 });
  });

  it.each(SHELLS)('reads on at once after Ctrl+C while a text is on its way: %s', async (shell) => {
    const uri = await remote(shell);
    const asked = reason(bench.run(uri, LONG));
    await new Promise((resolve) => setTimeout(resolve, 700));
    const pressed = Date.now();
    await bench.mara.cotty.type(uri, '\x03');
    expect(await asked).toContain('Ctrl+C was pressed while the text was sent');
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
      await expect.poll(() => bench.seen).toBe('end\0}{meanwhile\0');
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
});
