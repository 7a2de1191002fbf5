import { describe, expect, test } from 'vitest';
import { detach, isAtPrompt, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { OuterKeyboard } from '../support/outer-keyboard.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram } from '../support/programs.ts';
import { shareHost } from '../support/shared-host.ts';

/** Keyboard protocols: what a program asks for, it gets, as far as the outer terminal can tell keys apart. */
describe('keyboard protocols', () => {
  const host = shareHost();

  /** A window on a new terminal, in an outer terminal that knows kitty's keys. */
  const withKeyboard = async () => {
    const window = host.start(['new', host.newName()]);
    const keyboard = new OuterKeyboard(window);
    await waitForMode(window, 'RUN');
    await window.waitFor('a prompt', isAtPrompt);
    return { window, keyboard };
  };

  const start = async (window: OuterTerminal, begin: string, end: string): Promise<void> => {
    const written = [begin, end].map((text) => `'${JSON.stringify(text).slice(1, -1)}'`);
    window.type(`${fixtureProgram('keyboard.mjs')} ${written.join(' ')}\r`);
    await window.waitForText('ready');
    await waitForMode(window, 'RAW');
  };
  const told = async (window: OuterTerminal, sent: string, bytes: string): Promise<void> => {
    window.send(sent);
    await window.waitForText(`got ${JSON.stringify(bytes)}`);
  };

  test('a program in a terminal that knows kitty keys gets them, and the commands of cotty work beside them', async () => {
    const { window, keyboard } = await withKeyboard();
    expect(keyboard.flags).toBe(1);
    await start(window, '\x1b[>3u\x1b[?u\x1b[?4m', '\x1b[<u');
    await window.waitForText(`got ${JSON.stringify('\x1b[?3u\x1b[>4;0m')}`);
    await window.waitFor('the flags of the program', () => keyboard.flags === 3);
    await told(window, '\x1b[13;2u', '\x1b[13;2u');
    await told(window, '\x1b[13;2:3u', '\x1b[13;2:3u');
    await told(window, '\x1b[105;5u', '\x1b[105;5u');
    await told(window, '\t', '\t');
    window.send('\x1b[107;5u', '\x1b[107;5:3u');
    await waitForMode(window, 'RUN');
    window.send('q');
    await window.waitFor('the own flags', () => keyboard.flags === 1);
    await waitForMode(window, 'RUN');
    await window.waitFor('a prompt', isAtPrompt);
    expect(window.screenText()).not.toContain('[107');
    window.send('\x1b[27u');
    await waitForMode(window, 'BROWSE');
    window.send('d');
    await window.exited;
    expect([keyboard.flags, keyboard.isGivenBack]).toEqual([0, true]);
  });

  test('a program in a terminal without them gets what its bytes tell, after modifyOtherKeys was asked for', async () => {
    const window = await host.open();
    expect(window.raw).not.toContain('\x1b[>4;');
    await start(window, '\x1b[>1u\x1b[?u', '\x1b[<u');
    await window.waitForText(`got ${JSON.stringify('\x1b[?1u')}`);
    await window.waitFor('the wish', () => window.raw.includes('\x1b[>4;2m'));
    await told(window, '\r', '\r');
    await told(window, '\t', '\t');
    await told(window, '\x01', '\x1b[97;5u');
    await told(window, key.escape, '\x1b[27u');
    await told(window, '\x1b[27;2;13~', '\x1b[13;2u');
    window.send('q');
    await window.waitFor('its end', () => window.raw.includes('\x1b[>4m'));
  });

  test('a program that sets modifyOtherKeys gets its spelling, and leaves nothing behind though it resets nothing', async () => {
    const { window, keyboard } = await withKeyboard();
    await start(window, '\x1b[>4;2m\x1b[?4m', '');
    await window.waitForText(`got ${JSON.stringify('\x1b[>4;2m')}`);
    await window.waitFor('flags that tell keys apart', () => keyboard.flags === 5);
    await told(window, '\x1b[13;2u', '\x1b[27;2;13~');
    await told(window, '\x1b[105;5u', '\x1b[27;5;105~');
    window.send('q');
    await window.waitFor('the own flags', () => keyboard.flags === 1);
    // Until the program runs, Ctrl+C goes to the shell.
    window.type("sh -c 'echo $(echo up); exec cat -v'\r");
    await window.waitForText(/^\s*up$/m);
    await window.waitFor('the flags of cat', () => keyboard.flags === 0);
    window.send('\x1b[105;5u', '\x03');
    await window.waitFor('a prompt', isAtPrompt);
    expect(window.screenText()).not.toContain('^[');
    await detach(window);
    expect(keyboard.isGivenBack).toBe(true);
  });

  test('keys that scripts send by name are spelled as the program has asked for', async () => {
    const name = host.newName();
    const window = await host.open({ name });
    await start(window, '\x1b[>1u', '\x1b[<u');
    const sent = async (keys: string, bytes: string): Promise<void> => {
      expect(await host.sandbox.run(['send', name, keys])).toMatchObject({ code: 0 });
      await window.waitForText(`got ${JSON.stringify(bytes)}`);
    };
    await sent('S-Enter', '\x1b[13;2u');
    await sent('Escape', '\x1b[27u');
    await sent('C-i', '\x1b[105;5u');
    await sent('text', 'text');
  });
});
