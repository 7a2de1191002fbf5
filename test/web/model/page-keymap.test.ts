import { describe, expect, it } from 'vitest';
import { IDLE } from '../../../src/client/commands/conditions.ts';
import { bindingFor } from '../../../src/client/commands/keymap.ts';
import { pageKeymap, pressedKey } from '../../../src/web/model/page-keymap.ts';

const KEYMAP = pageKeymap((command) => !command.startsWith('edit.'));
const NONE = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

function pressed(key: string, held: Partial<typeof NONE> = {}, code = '', altGraph = false) {
  const getModifierState = (name: string) => name === 'AltGraph' && altGraph;
  return pressedKey({ key, code, ...NONE, ...held, getModifierState });
}

describe('the name of a pressed key', () => {
  it('is that of the records of commands', () => {
    expect(pressed('ArrowLeft', { altKey: true })).toBe('alt+left');
    expect(pressed('ArrowRight', { altKey: true, shiftKey: true })).toBe('alt+shift+right');
    expect(pressed('P', { ctrlKey: true, shiftKey: true })).toBe('ctrl+shift+p');
    expect(pressed('F9')).toBe('f9');
    expect(pressed(' ', { ctrlKey: true })).toBe('ctrl+space');
    expect(pressed('PageUp', { ctrlKey: true })).toBe('ctrl+pageup');
  });

  it('is the letter on the key where Alt types another character', () => {
    expect(pressed('∑', { altKey: true }, 'KeyW')).toBe('alt+w');
    expect(pressed('¡', { altKey: true }, 'Digit1')).toBe('alt+1');
    expect(pressed('ä', {}, 'Quote')).toBe('ä');
  });

  it('is the character where Shift or AltGr is needed to type it', () => {
    expect(pressed('_', { ctrlKey: true, shiftKey: true })).toBe('ctrl+_');
    expect(pressed('@', { ctrlKey: true, altKey: true }, 'KeyQ', true)).toBe('@');
    expect(pressed('Shift', { shiftKey: true })).toBeUndefined();
  });
});

describe('the keys of the page', () => {
  it('are those of the window, under the same conditions', () => {
    const of = (key: string, input = {}) => bindingFor(KEYMAP, 'run', key, { ...IDLE, ...input })?.command;
    expect(of('f9')).toBe('palette.open');
    expect(of('ctrl+shift+p')).toBe('palette.open');
    expect(of('alt+left')).toBeUndefined();
    expect(of('alt+left', { sideBySide: true })).toBe('pane.left');
    expect(of('ctrl+e')).toBe('tab.new');
    expect(of('alt+3')).toBe('tab.select');
  });

  it('are none that types a character, and none that browsers keep', () => {
    const keys = KEYMAP.bindings.map(({ key }) => key);
    for (const key of ['?', 'enter', 'escape', 'ctrl+tab', 'ctrl+pagedown', 'f12', 'ctrl+w h'])
      expect(keys).not.toContain(key);
  });

  it('are only of commands that the page has', () => {
    const { bindings } = pageKeymap((command) => command === 'pane.zoom');
    expect(bindings.map(({ table, key }) => `${table} ${key}`)).toEqual(['run f11', 'raw f11']);
  });
});
