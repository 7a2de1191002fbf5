import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { needs } from '../support/programs.ts';
import { RealHost } from '../support/real-host.ts';

let real: RealHost;
let mara: Client;

beforeAll(async () => {
  real = await RealHost.start();
  mara = await real.join('user:mara');
});
afterAll(() => real.close());

function open(file: string, lines: string, shell = 'bash'): Promise<string> {
  const folder = mkdtempSync(join(real.root, 'home-'));
  writeFileSync(join(folder, file), `PS1='$ '\n${lines}\n`);
  return real.open(mara, { shell, env: { HOME: folder } });
}

const text = async (uri: string) => (await mara.cotty.screen(uri)).lines.join('\n');
const meta = (uri: string): TerminalMeta =>
  cottyMeta<TerminalMeta>(mara.root.state.terminals?.find(({ resource }) => resource === uri)?._meta);
const run = async (uri: string, commandLine: string) => (await mara.cotty.run(uri, { commandLine })).record;

describe('a shell whose hooks cannot be set', () => {
  it.each([
    ['readonly PS0 PS1', 'PS0 and PS1 cannot be changed'],
    ['readonly PS0', 'PS0 cannot be changed'],
    ['readonly PS1', 'PS1 cannot be changed'],
    ['exec -a weird dash', 'dash has no shell integration'],
  ])('says so, and runs commands as well, which are unverified: %s', async (lines, why) => {
    if (lines.includes('dash')) needs('dash');
    const uri = await open('.bashrc', lines);
    const off = { off: `Commands are not detected: ${why}` };
    await expect.poll(() => meta(uri).integration).toEqual(off);
    for (const code of [3, 0, 4]) {
      const record = await run(uri, `echo "code ${code}"; (exit ${code})`);
      expect(record).toMatchObject({ exit: code, unverified: true, stdout: `code ${code}\r\n` });
      expect(record.printed_before).toBeUndefined();
    }
    expect(meta(uri).integration).toEqual(off);
  });

  it('has blocks as ever with a read-only PROMPT_COMMAND, and in zsh with read-only lists of hooks', async () => {
    for (const [shell, file, lines] of [
      ['bash', '.bashrc', 'readonly PROMPT_COMMAND'],
      ['zsh', '.zshrc', 'readonly -a precmd_functions=() preexec_functions=()'],
    ] as const) {
      needs(shell);
      const uri = await open(file, lines, shell);
      expect(await run(uri, 'echo "a!b"; (exit 3)')).toMatchObject({ exit: 3, stdout: 'a!b\r\n' });
      expect(await run(uri, 'echo two')).toMatchObject({ exit: 0, stdout: 'two\r\n' });
      await expect.poll(() => meta(uri).integration).toBe('active');
    }
  });
});

describe('a bash inside another whose prompt does not end as prompts do', () => {
  const START = `[[ -z $INNER ]] || PS1='what next, master '\nexport INNER=1`;

  it('says that it has no blocks, and is given nothing', async () => {
    const uri = await open('.bashrc', START);
    await run(uri, 'true');
    await mara.cotty.type(uri, 'bash\r');
    await expect.poll(() => text(uri)).toContain('what next, master');
    const off = 'Commands are not detected: no prompt of bash is recognised on the screen';
    await expect.poll(() => meta(uri).integration).toEqual({ off });
    expect(await text(uri)).toMatch(/what next, master *$/m);
    await expect(run(uri, 'echo no')).rejects.toThrow('so nothing was typed');
    // It goes on by itself when a prompt comes that looks like one.
    await mara.cotty.type(uri, "PS1='$ '\r");
    await expect.poll(() => meta(uri).integration).toBe('active');
    expect(await run(uri, 'echo "a!b"')).toMatchObject({ exit: 0, stdout: 'a!b\r\n' });
    await mara.cotty.type(uri, 'exit\r');
    await expect.poll(() => meta(uri).within).toBeUndefined();
    expect(await run(uri, 'echo back')).toMatchObject({ exit: 0, stdout: 'back\r\n' });
  });

  it('says so of a bash that a start file has put in the place of the first', async () => {
    needs('zsh');
    const folder = mkdtempSync(join(real.root, 'home-'));
    writeFileSync(join(folder, '.zshrc'), 'exec bash\n');
    writeFileSync(join(folder, '.bashrc'), "PS1='what next, master '\n");
    const uri = await real.open(mara, { shell: 'zsh', env: { HOME: folder } });
    const off = 'Commands are not detected: no prompt of bash is recognised on the screen';
    await expect.poll(() => meta(uri).integration).toEqual({ off });
  });
});

describe('a shell inside another', () => {
  it.each([
    'bash --posix',
    'bash --norc',
    'bash --rcfile ~/other',
    'bash -O extglob',
    '(exec -a weird bash)',
  ])('has blocks, whatever it is called with: %s', async (line) => {
    const uri = await open('.bashrc', 'cp ~/.bashrc ~/other');
    await run(uri, 'true');
    await mara.cotty.type(uri, `${line}\r`);
    await expect.poll(() => meta(uri).within).toMatchObject({ shell: 'bash' });
    expect(await run(uri, 'echo "a!b" > ~/said; (exit 3)')).toMatchObject({ exit: 3 });
  });
});
