import { describe, expect, test } from 'vitest';
import type { ProgramModes } from '../../../src/screen/emulator/emulator.ts';
import { flush, startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { kittyKeys, legacyKeys, otherKeys } from '../../support/terminal-keys.ts';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

/** The key that leaves LOCK, going down and up. */
const LOCK_KEY = /^\x1b\[24(;1:[23])?~$/;

/** Keys of which a program gets other bytes in LOCK than the outer terminal sends in the same modes. */
function changed(keys: readonly string[], modes: Partial<ProgramModes>): Readonly<Record<string, string>> {
  const driver = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'mode.lock' });
  driver.reading = { ...IDLE_READING, modes: { ...PLAIN_MODES, ...modes } };
  const differ = keys
    .filter((raw) => !LOCK_KEY.test(raw))
    .map((raw) => {
      const { state, tokens } = tokenise(startOfInput, raw);
      const sent = [...tokens, ...flush(state).tokens].map((token) => driver.notify(token).sent);
      return [Buffer.from(raw, 'latin1').toString(), sent.join('')] as const;
    })
    .filter(([raw, sent]) => raw !== sent);
  expect(driver.view?.mode).toBe('lock');
  return Object.fromEntries(differ);
}

describe('in LOCK a program gets each key as its terminal would send it', () => {
  test.each([
    { applicationCursorKeys: false, applicationKeypad: false },
    { applicationCursorKeys: true, applicationKeypad: false },
    { applicationCursorKeys: false, applicationKeypad: true },
    { applicationCursorKeys: true, applicationKeypad: true },
  ])('with %j', (modes) => {
    expect(changed(legacyKeys(modes), modes)).toEqual({});
  });

  test.each([1, 2] as const)('after modifyOtherKeys %i', (modifyOtherKeys) => {
    expect(changed(otherKeys(), { modifyOtherKeys })).toEqual({});
  });

  test.each([1, 3, 5, 7, 9, 15, 25, 31])('with the flags %i of the kitty protocol', (kittyKeyboard) => {
    for (const applicationCursorKeys of [false, true])
      expect(changed(kittyKeys(kittyKeyboard), { kittyKeyboard, applicationCursorKeys })).toEqual({});
  });

  test('with caps lock and num lock, which are told of keys that type nothing', () => {
    const keys = ['27;65', '13;130', '57376;129', '57414;193', '57417;129', '57404;133', '57363;65'];
    const raws = [...keys.map((key) => `\x1b[${key}u`), '\x1b[1;129A', '\x1b[15;66~'];
    for (const kittyKeyboard of [1, 5, 9, 31]) expect(changed(raws, { kittyKeyboard })).toEqual({});
  });
});
