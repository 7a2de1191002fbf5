import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import { DeliveryBench, EVERY_ASCII, quoted, reason, SHELLS } from '../support/delivery-table.ts';
import { needs, programPath, skipUnless } from '../support/programs.ts';
import { noSshServer, SshServer } from '../support/ssh-server.ts';

let bench: DeliveryBench;
let server: SshServer | undefined;
beforeAll(async () => {
  bench = await DeliveryBench.start();
});
beforeEach(() => bench.forget());
afterAll(async () => {
  await server?.stop();
  await bench.close();
});

it.each(SHELLS)('what is asked in %s on another machine is what runs there', async (shell) => {
  skipUnless(noSshServer === undefined, 'needs sshd');
  needs('ssh', 'ssh-keygen', shell);
  server ??= await SshServer.start(bench.root, `${shell} -i`);
  server.offer(`${shell} -i`);
  bench.furnish(server.home);
  const uri = await bench.open('bash');
  await bench.enter(uri, 'ssh -F ~/ssh/config box', shell);
  const text = `${EVERY_ASCII}\n~.\n!! # ü漢🙂 ${'long '.repeat(1000)}`;
  // The half-typed line is kept, and put back.
  await bench.mara.cotty.type(uri, '$HOME/witness half');
  await bench.run(uri, `# a remark\n$HOME/witness ${quoted(text, shell)}`);
  expect(bench.seen).toBe(Buffer.from(`${text}\0`).toString('latin1'));
  const refused = reason(
    bench.run(uri, `$HOME/witness first\n${shell === 'fish' ? 'for i in 1' : 'if true; then'}`),
  );
  expect(await refused).toMatch(new RegExp(`^${shell}:`));
  await expect
    .poll(async () => (await bench.mara.cotty.screen(uri)).lines.findLast((line) => line.trim() !== ''))
    .toContain('witness half');
  bench.forget();
  bench.mara.dispatch(uri, { type: 'terminal/input', data: lineInput(`$HOME/witness 'of a person'`) });
  await expect.poll(() => bench.seen, { timeout: 8000 }).toBe('of a person\0');
  await bench.mara.cotty.type(uri, '\x04');
  const file = { bash: 'bash_history', zsh: 'zsh_history', fish: '.local/share/fish/fish_history' }[shell];
  const history = () => {
    try {
      return readFileSync(join(bench.root, 'away', file), 'utf8');
    } catch {
      return '';
    }
  };
  await expect.poll(history, { timeout: 8000 }).toContain('of a person');
  expect(history()).not.toContain('cotty');
});

it('what is asked in a shell of another user is what runs there', async () => {
  skipUnless(process.getuid?.() === 0, 'needs root, who is asked for no password');
  needs('su');
  const uri = await bench.open('bash');
  await bench.enter(uri, `su -p -s ${programPath('bash')} nobody`, 'bash');
  await bench.run(uri, `$HOME/witness "$(id -un)" 'a!b' # c`);
  expect(bench.seen).toBe('nobody\0a!b\0');
});
