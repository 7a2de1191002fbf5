import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** Keeps what it is asked to open. */
function writeOpener(sandbox: Sandbox): void {
  chmodSync(sandbox.write('bin/xdg-open', '#!/bin/sh\nprintf %s "$1" >~/opened\n'), 0o755);
}

const shared = sharedWindow({
  cols: 150,
  rows: 20,
  prepare: (sandbox) => {
    writeOpener(sandbox);
    Object.assign(sandbox.env, { PATH: `${sandbox.home}/bin:${sandbox.env['PATH']}`, DISPLAY: ':99' });
  },
});

/** Addresses of the cells of a line, cell by cell; what xterm has of OSC 8 is not in its public interface. */
function addresses(screen: OuterScreen, text: string): readonly (string | undefined)[] {
  const y = screen.lines().indexOf(text);
  const { active } = screen.terminal.buffer;
  const line = active.getLine(active.baseY + y);
  const service = Reflect.get(Reflect.get(screen.terminal, '_core'), '_oscLinkService');
  return Array.from(text, (_, x): string | undefined => {
    const extended = Reflect.get(line?.getCell(x) ?? {}, 'extended');
    return extended?.urlId ? service.getLinkData(extended.urlId)?.uri : undefined;
  });
}

const TEXT = 'one two bad end';
const PRINT = String.raw`printf '\e]8;;https://one.example/\aone\e]8;;\a \e]8;id=x;file:///two\e\\\e[1mtwo\e[m\e]8;;\e\\ \e]8;;x-run:rm\abad\e]8;;\a end\n'`;
const EXPECTED = [
  ...['one', ' ', 'two', ' bad end'].flatMap((part) =>
    Array.from(part, () => ({ one: 'https://one.example/', two: 'file:///two' })[part]),
  ),
];

async function expectLinks(window: OuterTerminal): Promise<void> {
  const seen = (): string => JSON.stringify(addresses(window.screen, TEXT));
  await window
    .waitFor('the links', ({ terminal }) => terminal.cols > 0 && seen() === JSON.stringify(EXPECTED))
    .catch(() => expect(addresses(window.screen, TEXT)).toEqual(EXPECTED));
}

test('hyperlinks of programs reach the outer terminal cell by cell, from the screen and from blocks', async () => {
  const { window } = shared;
  window.type(`${PRINT}\r`);
  await window.waitForText('✓ ');
  await expectLinks(window);
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
  window.type(`clear; ${PRINT}\r`);
  await expectLinks(window);
  window.send(key.f12);
  await waitForMode(window, 'RUN');
});

test('the link in the selected output is opened after a question, or copied where nothing opens it', async () => {
  const { window, sandbox } = shared;
  window.type(`${PRINT}\r`);
  await window.waitForText('✓ ');
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('O');
  await window.waitForText('Open https://one.example/? (one of 2 links · / finds another)');
  window.send('\r');
  await window.waitForText('opened with xdg-open');
  await expect.poll(() => readFileSync(join(sandbox.home, 'opened'), 'utf8')).toBe('https://one.example/');

  sandbox.write('bin/xdg-open', '#!/bin/sh\nexit 3\n');
  window.send('O');
  await window.waitForText('Open https://one.example/?');
  window.send('\r');
  await window.waitForText('copied link');
  window.send(key.escape);
  await waitForMode(window, 'RUN');
});
