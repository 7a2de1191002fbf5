/** Command detection, where the shell has it: commands, their output between the marks, their ends. */

import { must, section, should } from '../check.mjs';
import { equal, ok, show } from '../expect.mjs';
import { comparable } from '../mirror.mjs';

function commandsOf({ content }) {
  return content.filter(({ type }) => type === 'command');
}

/** What a person would read: shells put titles, colours and modes around what they run. */
function plain(text) {
  return text.replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[[(][0-9;?]*[ -/]*[@-~]|\r/g, '');
}

/** Runs one line and waits until it is told that it has ended. */
async function runToEnd({ client, uri, mirror }, line) {
  const before = commandsOf(mirror.state()).length;
  client.type(uri, `${line}\r`);
  const state = await mirror.until(`the end of ${line}`, (now) => {
    const fresh = commandsOf(now).slice(before);
    return fresh.length > 0 && fresh.every(({ isComplete }) => isComplete);
  });
  return commandsOf(state).at(-1);
}

async function settled(stage) {
  const made = await stage.detecting();
  const { mirror } = made;
  await mirror.until('no open command', (now) => commandsOf(now).every(({ isComplete }) => isComplete));
  return made;
}

export const commands = section('commands', 'specification/terminal-channel', [
  must('a command has its line, its output and exit code 0', async (stage) => {
    const made = await settled(stage);
    const command = await runToEnd(made, 'echo one');
    equal(command.commandLine.trim(), 'echo one', 'commandLine');
    equal(plain(command.output), 'one\n', 'output');
    equal(command.exitCode, 0, 'exitCode');
  }),
  must('a command that fails has its exit code', async (stage) => {
    const command = await runToEnd(await settled(stage), "sh -c 'exit 3'");
    equal(command.exitCode, 3, 'exitCode');
  }),
  must('its time is that of the host, in milliseconds', async (stage) => {
    const { timestamp } = await runToEnd(await settled(stage), 'true');
    ok(Math.abs(timestamp - Date.now()) < 24 * 3600 * 1000, `timestamp ${show(timestamp)}`);
  }),
  must('ids are never used twice, not even after a clearing', async (stage) => {
    const made = await settled(stage);
    await runToEnd(made, 'true');
    await made.client.accepted(made.uri, { type: 'terminal/cleared' });
    await runToEnd(made, 'true');
    const ids = made.client
      .on(made.uri)
      .filter(({ action }) => action.type === 'terminal/commandExecuted')
      .map(({ action }) => action.commandId);
    equal(ids.length, new Set(ids).size, `different ids in ${show(ids)}`);
  }),
  must('all output of a command comes between its two marks', async (stage) => {
    const made = await settled(stage);
    await runToEnd(made, "sh -c 'seq 1 3000'");
    const actions = made.client.on(made.uri).map(({ action }) => action);
    const from = actions.findLastIndex(({ type }) => type === 'terminal/commandExecuted');
    const to = actions.findLastIndex(({ type }) => type === 'terminal/commandFinished');
    const between = actions.slice(from, to).map(({ data = '' }) => data);
    const numbers = plain(between.join('')).match(/^\d+$/gm)?.map(Number) ?? [];
    equal(numbers.length, 3000, 'numbers between the marks');
    equal(numbers.at(-1), 3000, 'the last of them');
  }),
  must('what the prompt prints belongs to no command', async (stage) => {
    const made = await settled(stage);
    const { output } = await runToEnd(made, "printf 'x\\n'");
    equal(plain(output), 'x\n', 'output');
  }),
  must('the state that actions gave is the state of a fresh snapshot', async (stage) => {
    const made = await settled(stage);
    await runToEnd(made, 'echo same');
    const { state, fromSeq } = await made.client.subscribe(made.uri);
    equal(comparable(made.mirror.state(fromSeq)), comparable(state), 'the state');
  }),
  should('a command that ends its shell is finished before the exit', async (stage) => {
    const made = await settled(stage);
    made.client.type(made.uri, 'exit 4\r');
    const state = await made.mirror.until('the exit', ({ exitCode, lifecycle }) =>
      lifecycle === undefined ? exitCode !== undefined : lifecycle.status === 'exited',
    );
    ok(
      commandsOf(state).every(({ isComplete }) => isComplete),
      'a command is still open',
    );
  }),
]);
