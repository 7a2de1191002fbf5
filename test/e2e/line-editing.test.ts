import { describe, expect, test } from 'vitest';
import { blocksOf, inputOf, isAtPrompt, modeOf, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { Shell } from '../support/programs.ts';
import { type SharedHost, shareHost } from '../support/shared-host.ts';
import { sharedWindow } from '../support/shared-window.ts';

const reads = (text: string) => (screen: OuterScreen) => inputOf(screen) === text;

async function hasKeysOfVi(host: SharedHost): Promise<void> {
  const window = await host.open();
  window.type('echo one two');
  await window.waitFor('the line', reads('echo one two'));
  await window.waitFor('a bar', ({ cursorShape }) => cursorShape === 'bar');
  window.send(key.escape);
  await window.waitFor('a block', ({ cursorShape }) => cursorShape === 'block');
  expect(modeOf(window.screen)).not.toBe('BROWSE');
  window.send('0', 'w', 'c', 'w');
  await window.waitFor('the line to insert', ({ cursorShape }) => cursorShape === 'bar');
  window.type('three');
  window.send(key.escape);
  await window.waitFor('a block', ({ cursorShape }) => cursorShape === 'block');
  window.send(key.enter);
  await waitForBlock(window, '✓ 0 echo three two');
  window.type('true');
  await window.waitFor('a line that inserts', reads('true'));
  // What dd has emptied is in normal mode still, where i begins to insert.
  window.send(key.escape);
  await window.waitFor('a block', ({ cursorShape }) => cursorShape === 'block');
  window.send('d', 'd', 'i');
  window.type('false');
  await window.waitFor('what was typed after i', reads('false'));
}

describe('the line of RUN', () => {
  const shared = sharedWindow({
    prepare: (sandbox) => {
      sandbox.write('edit.sh', '#!/bin/sh\nsed s/one/two/ "$1" > "$1.new" && mv "$1.new" "$1"\n');
      sandbox.env['VISUAL'] = `sh ${sandbox.home}/edit.sh`;
    },
  });

  test('is changed in $EDITOR by Ctrl+X Ctrl+E, and comes back without being run', async () => {
    const { window } = shared;
    window.type('echo one');
    await window.waitFor('the line', reads('echo one'));
    window.send(ctrl('x'), ctrl('e'));
    await window.waitFor('the changed line', reads('echo two'));
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo two');
  });

  test('is suggested and searched on while the shell completes it', async () => {
    const { window } = shared;
    window.type('echo again-and-again\r');
    await waitForBlock(window, '✓ 0 echo again-and-again');
    window.type('ech');
    window.send(key.tab);
    const isSuggested = (screen: OuterScreen) => /\$ echo again-and-again/.test(screen.line(screen.cursor.y));
    const completed = await window.waitFor(
      'the completed line, and the suggestion',
      (screen) => inputOf(screen) === 'echo ' && isSuggested(screen),
    );
    expect(modeOf(completed)).toBe('RUN');
    window.send(key.right);
    await window.waitFor('all of it', reads('echo again-and-again'));
    window.send(ctrl('r'));
    await window.waitForText(/^› ✓ +\d+s +echo again-and-again/m);
    expect(modeOf(window.screen)).toBe('RUN');
    window.send(key.escape);
    await window.waitFor('the line', reads('echo again-and-again'));
    window.send(ctrl('r'), key.enter);
    await window.waitFor('the line once', reads('echo again-and-again'));
    window.send(key.enter);
    await window.waitFor(
      'two blocks',
      (screen) => blocksOf(screen).filter((block) => block === '✓ 0 echo again-and-again').length === 2,
    );
  });

  test('comes back from the shell when it was deleted there', async () => {
    const { window } = shared;
    window.type('ech');
    window.send(key.tab);
    await window.waitFor('the completion', (screen) => /\$ echo/.test(screen.line(screen.cursor.y)));
    window.send(ctrl('u'));
    await waitForMode(window, 'RUN');
    await window.waitFor('the prompt', isAtPrompt);
    window.type('true');
    await window.waitFor('the line', reads('true'));
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 true');
  });
});

const viShells: readonly [Shell, string, string][] = [
  ['bash', '.bashrc', 'set -o vi'],
  ['zsh', '.zshrc', 'bindkey -v'],
];

describe.each(viShells)('the line of RUN where %s has the keys of vi', (shell, file, line) => {
  const host = shareHost({
    shell,
    prepare: (sandbox) => {
      sandbox.write(file, `${line}\nPS1='$ '\n`);
    },
  });

  test('has them, too', () => hasKeysOfVi(host));
});
