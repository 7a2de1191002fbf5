import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { calmFish } from '../support/fish-home.ts';
import { needs } from '../support/programs.ts';
import { RealHost } from '../support/real-host.ts';

let real: RealHost;
let mara: Client;

beforeAll(async () => {
  real = await RealHost.start();
  mara = await real.join('user:mara');
});
afterAll(() => real.close());

/** A home of its own with these files. */
function home(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(real.root, 'home-'));
  calmFish(folder);
  for (const [name, text] of Object.entries({ '.zshrc': "PS1='$ '\n", ...files })) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const open = (folder: string, shell: string) =>
  real.open(mara, { shell, env: { HOME: folder, XDG_CONFIG_HOME: join(folder, '.config') } });
const text = async (uri: string) => (await mara.cotty.screen(uri)).lines.join('\n');
const meta = (uri: string): TerminalMeta =>
  cottyMeta<TerminalMeta>(mara.root.state.terminals?.find(({ resource }) => resource === uri)?._meta);

/** Enters a shell from that of another terminal, by that command, and waits until it has been given its marks. */
async function anotherIsEntered(command: 'bash' | 'su'): Promise<void> {
  const start = { '.bashrc': "PS1='$ '\nPATH=~/bin:$PATH\n", 'bin/su': '#!/bin/sh\nexec bash\n' };
  const uri = await open(home(start), 'bash');
  await mara.cotty.run(uri, { commandLine: 'true' });
  await mara.cotty.type(uri, `${command}\r`);
  await expect.poll(() => meta(uri).within).toMatchObject({ shell: 'bash' });
}

describe('a start file that asks', () => {
  it.each([
    ['bash', '.bashrc', 'read -n 1 -p "Update? " a; echo "[$a]"'],
    ['bash', '.bashrc', 'read -e -p "Update? " a; echo "[$a]"'],
    ['bash', '.bashrc', 'read -s -n 1 -p "Update? " a; echo "[$a]"'],
    ['zsh', '.zshrc', 'printf "Update? "; read -k 1 a; echo "[$a]"'],
    ['zsh', '.zshrc', 'a=; vared -p "Update? " a; echo "[$a]"'],
    ['fish', '.config/fish/config.fish', 'read -n 1 -P "Update? " a; echo "[$a]"'],
  ])('of %s gets no command, which runs when the prompt comes: %s %s', async (shell, file, asks) => {
    needs(shell);
    const folder = home({
      [file]: `PS1='$ '\n${asks}\n`.replace("PS1='$ '\n", shell === 'fish' ? '' : "PS1='$ '\n"),
    });
    const uri = await open(folder, shell);
    const answer = mara.cotty.run(uri, { commandLine: 'echo started > ~/started', patient: true });
    await expect.poll(() => text(uri)).toContain('Update?');
    // One that asks nothing, and is opened later, has run its command meanwhile.
    const other = await open(home({}), shell);
    expect((await mara.cotty.run(other, { commandLine: 'true' })).record).toMatchObject({ exit: 0 });
    expect(await text(uri)).not.toContain('started');
    await mara.cotty.type(uri, asks.includes('-n') || asks.includes('-k') ? 'y' : 'y\r');
    expect((await answer).record).toMatchObject({ cmd: 'echo started > ~/started', exit: 0 });
    expect(await text(uri)).toContain('[y]');
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('started\n');
  });

  it('of a shell inside another gets nothing of ours, and has blocks when its prompt comes', async () => {
    const folder = home({
      '.bashrc': `PS1='$ '\nif [[ -n $INNER ]]; then read -e -p "env? " E; fi\nexport INNER=1\n`,
    });
    const uri = await open(folder, 'bash');
    await mara.cotty.run(uri, { commandLine: 'true' });
    await mara.cotty.type(uri, 'bash\r');
    await expect.poll(() => text(uri)).toContain('env?');
    await anotherIsEntered('bash');
    expect(await text(uri)).toMatch(/env\? *$/m);
    await mara.cotty.type(uri, 'mine\r');
    await expect.poll(() => meta(uri).within).toMatchObject({ shell: 'bash' });
    const { record } = await mara.cotty.run(uri, { commandLine: 'echo "<$E> a!b"' });
    expect(record.stdout).toBe('<mine> a!b\r\n');
  });

  it('says why after a while where nobody waits for longer', async () => {
    const folder = home({ '.bashrc': 'read -e -p "Update? " a\n' });
    const uri = await open(folder, 'bash');
    await expect(mara.cotty.run(uri, { commandLine: 'echo no' })).rejects.toThrow(
      'has not come to a prompt in 10 s: its start files may still run, or ask something',
    );
    expect(await text(uri)).not.toContain('echo');
  });
});

it('types nothing into a program that reads in place of a shell', async () => {
  needs('sqlite3');
  const folder = home({ '.bashrc': "PS1='$ '\nPATH=~/bin:$PATH\n", 'bin/su': '#!/bin/sh\nexec sqlite3\n' });
  const uri = await open(folder, 'bash');
  await mara.cotty.run(uri, { commandLine: 'true' });
  await mara.cotty.type(uri, 'su\r');
  await expect.poll(() => text(uri)).toContain('sqlite>');
  await anotherIsEntered('su');
  expect(await text(uri)).toMatch(/sqlite> *$/m);
  const direct = await real.open(mara, { shell: 'sqlite3', env: { HOME: folder } });
  await expect(mara.cotty.run(direct, { commandLine: 'echo no' })).rejects.toThrow('sqlite3');
});

describe('a shell that a start file puts in the place of the first', () => {
  it.each([
    ['bash', '.bashrc', 'exec zsh', 'zsh'],
    ['bash', '.bashrc', '[ -x /usr/bin/fish ] && exec fish', 'fish'],
    ['zsh', '.zshrc', 'exec bash', 'bash'],
  ])('has blocks: %s %s %s', async (shell, file, line, inner) => {
    needs(shell, inner);
    const other = inner === 'bash' ? { '.bashrc': "PS1='$ '\n" } : {};
    const uri = await open(home({ ...other, [file]: `${line}\n` }), shell);
    await expect.poll(() => meta(uri).integration).toBe('active');
    expect(meta(uri)).toMatchObject({ shell: inner });
    const { record } = await mara.cotty.run(uri, { commandLine: 'echo "a!b"; false' });
    expect(record).toMatchObject({ cmd: 'echo "a!b"; false', exit: 1 });
    expect(record.stdout).toContain('a!b\r\n');
    expect(await text(uri)).not.toContain('enter');
  });

  it('says that it has none, where it cannot have any', async () => {
    needs('dash');
    const folder = home({ '.bashrc': 'exec dash\n' });
    const uri = await open(folder, 'bash');
    await expect
      .poll(() => meta(uri).integration)
      .toEqual({ off: 'Commands are not detected: dash has no shell integration' });
    const { record } = await mara.cotty.run(uri, { commandLine: 'echo there > ~/there; (exit 3)' });
    expect(record).toMatchObject({ exit: 3 });
    expect(existsSync(join(folder, 'there'))).toBe(true);
  });
});
