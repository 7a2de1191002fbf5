import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lineInput } from '../../src/protocol/terminal/shell-line.ts';
import { type DeliveryBench, EVERY_ASCII, quoted, reason, SHELLS } from '../support/delivery-table.ts';
import { EnteredShells } from '../support/entered-shells.ts';

let shells: EnteredShells;
let bench: DeliveryBench;
beforeAll(async () => {
  shells = await EnteredShells.start();
  bench = shells.bench;
});
beforeEach(() => bench.forget());
afterAll(() => shells.close());

it.each(SHELLS)('what is asked in %s on another machine is what runs there', async (shell) => {
  const uri = await shells.remote(shell);
  const text = `${EVERY_ASCII}\n~.\n!! # ü漢🙂 ${'long '.repeat(1000)}`;
  // The half-typed line is kept, and put back.
  await bench.mara.cotty.type(uri, '$HOME/witness half');
  await bench.run(uri, `# a remark\n$HOME/witness ${quoted(text, shell)}`);
  expect(bench.seen).toBe(Buffer.from(`${text}\0`).toString('latin1'));
  const refused = reason(
    bench.run(uri, `$HOME/witness first\n${shell === 'fish' ? 'for i in 1' : 'if true; then'}`),
  );
  expect(await refused).toMatch(new RegExp(`^${shell}:`));
  const lastLine = async () =>
    (await bench.mara.cotty.screen(uri)).lines.findLast((line) => line.trim() !== '');
  await expect.poll(lastLine).toContain('witness half');
  bench.forget();
  bench.mara.dispatch(uri, { type: 'terminal/input', data: lineInput(`$HOME/witness 'of a person'`) });
  await expect.poll(() => bench.seen).toBe('of a person\0');
  // Before its next prompt the shell does not take the end of its input.
  await expect.poll(lastLine).not.toContain('witness');
  await bench.mara.cotty.type(uri, '\x04');
  const file = { bash: 'bash_history', zsh: 'zsh_history', fish: '.local/share/fish/fish_history' }[shell];
  const history = () => {
    try {
      return shells.kept(file);
    } catch {
      return '';
    }
  };
  await expect.poll(history).toContain('of a person');
  expect(history()).not.toContain('cotty');
});

it('what is asked in a shell of another user is what runs there', async () => {
  const uri = await shells.ofNobody('bash');
  await bench.run(uri, `$HOME/witness "$(id -un)" 'a!b' # c`);
  expect(bench.seen).toBe('nobody\0a!b\0');
});

it('what is asked in a shell inside one on another machine is what runs there', async () => {
  const uri = await shells.remote('bash');
  await bench.run(uri, 'level=outer');
  await shells.deeper(uri, 'bash');
  const text = "a!b # 'c'\n!! ";
  await bench.run(uri, `$HOME/witness ${quoted(text, 'bash')} # d`);
  expect(bench.seen).toBe(`${text}\0`);
  await shells.back(uri);
});
