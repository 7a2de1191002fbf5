/** The end of a shell: its last output, its code, and what is left of the terminal. */

import { must, section, should } from '../check.mjs';
import { equal, has, ok } from '../expect.mjs';
import { comparable, Mirror } from '../mirror.mjs';

async function exited(stage, line = 'exit 7', join = undefined) {
  const made = await stage.shell({ join });
  made.client.type(made.uri, `${line}\r`);
  await made.mirror.until('the exit', (state) => comparable(state).lifecycle.status === 'exited');
  return made;
}

export const exit = section('exit', 'specification/terminal-channel', [
  must('from 0.9 on the lifecycle says so, with the code', async (stage) => {
    const { client, uri } = await exited(stage, 'exit 7', await stage.joinNew());
    const { state } = await client.subscribe(uri);
    equal(state.lifecycle, { status: 'exited', exitCode: 7 }, 'lifecycle');
    equal('exitCode' in state, false, 'an exitCode key');
    equal((await client.info(uri)).lifecycle, { status: 'exited', exitCode: 7 }, 'in the list');
  }),
  must('before 0.9 the exit code says so', async (stage) => {
    const { client, uri } = await exited(stage, 'exit 7', await stage.joinOld());
    const { state } = await client.subscribe(uri);
    equal(state.exitCode, 7, 'exitCode');
    equal('lifecycle' in state, false, 'a lifecycle key');
    equal((await client.info(uri)).exitCode, 7, 'in the list');
  }),
  must('everything printed comes before it, and nothing after', async (stage) => {
    const { client, uri, mirror } = await exited(stage, "exec sh -c 'seq 1 20000; printf la%s st'");
    ok(mirror.text().includes('20000\r\nlast'), 'the last output is missing');
    await client.settle();
    const actions = client.on(uri).map(({ action }) => action.type);
    const after = actions.slice(actions.indexOf('terminal/exited') + 1);
    equal(
      after.filter((type) => /data|command/.test(type)),
      [],
      'output after the exit',
    );
  }),
  must('a shell that is killed has exited too', async (stage) => {
    const { client, uri } = await exited(stage, "sh -c 'kill -9 $PPID'");
    equal(comparable((await client.subscribe(uri)).state).lifecycle.status, 'exited', 'status');
  }),
  must('it can still be subscribed to, with its text', async (stage) => {
    const { uri, mirror } = await exited(stage);
    const late = await Mirror.open(await stage.join(), uri);
    equal(comparable(late.state()), comparable(mirror.state()), 'the state');
  }),
  should('input and resizing are rejected', async (stage) => {
    const { client, uri } = await exited(stage);
    await client.rejected(uri, { type: 'terminal/input', data: 'x' });
    await client.rejected(uri, { type: 'terminal/resized', cols: 40, rows: 10 });
  }),
  must('it can be disposed of', async (stage) => {
    const { client, uri } = await exited(stage);
    equal(await client.call('disposeTerminal', { channel: uri }), null, 'the result');
    equal(await client.info(uri), undefined, 'the terminal in the list');
  }),
  should('it says so once', async (stage) => {
    const { client, uri } = await exited(stage);
    await client.call('disposeTerminal', { channel: uri });
    const exits = client.on(uri).filter(({ action }) => action.type === 'terminal/exited');
    equal(exits.length, 1, 'exits');
    has(exits[0].action, { exitCode: 7 }, 'action');
  }),
]);
