import { expect, test } from 'vitest';
import { waitForBlock } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { sharedWindow } from '../support/shared-window.ts';

const shared = sharedWindow();

test('Escape and the next key in one read close a dialog and open the next one', async () => {
  const { window } = shared;
  window.send(key.f9);
  await window.waitForText('type to filter');
  window.send(key.escape, key.f8);
  await window.waitForText('Rename this terminal');
  expect(window.screenText()).not.toContain('type to filter');
  window.send(key.escape);
  await window.waitFor('no dialog', (screen) => !screen.text().includes('Rename this terminal'));
});

test('what follows Escape in one read goes to the command line', async () => {
  const { window } = shared;
  window.send(key.f9);
  await window.waitForText('type to filter');
  window.send(key.escape, 'p');
  window.type('wd\r');
  await waitForBlock(window, '✓ 0 pwd');
});
