import { describe, expect, test } from 'vitest';
import type { MachineState } from '../../../src/client/machines/far-host.ts';
import { shownName } from '../../../src/client/terminal-names.ts';
import { editorText } from '../../../src/screen/editor/editor-state.ts';
import { Driver, ME, terminal } from '../../support/tui-model.ts';

const box = (state: MachineState) => ({ name: 'box', address: 'ssh://box', state });
const READY = { kind: 'ready' } as const;
const AWAY = { kind: 'away', reason: 'no route to host', retryInMs: 500 } as const;

/** A window with a terminal of the machine box in front, which this window holds. */
function there(away?: string): Driver {
  const driver = new Driver();
  const meta = { machine: 'box', ...(away === undefined ? {} : { away }) };
  const tab = terminal('build', { claim: { kind: 'client', clientId: ME }, meta });
  driver.notify({ kind: 'listed', terminals: [tab] });
  driver.notify({ kind: 'machines', machines: [box(away === undefined ? READY : AWAY)] });
  return driver;
}

describe('machines beside the own host', () => {
  test('name their terminals, box:build', () => {
    const { model } = there();
    const [tab] = model.tabs;
    if (tab === undefined) throw new Error('no tab');
    expect(shownName(tab)).toBe('box:build');
  });

  test('take new terminals from one of theirs in front', () => {
    const driver = there();
    expect(driver.notify({ kind: 'command', command: 'tab.new' }).effects).toContainEqual(
      expect.objectContaining({ kind: 'create', machine: 'box' }),
    );
  });

  test('take no input while they are away, and say so', () => {
    const driver = there('is away: no route to host');
    driver.notify({ kind: 'command', command: 'mode.raw' });
    expect(driver.type('x').sent).toBe('');
    expect(driver.model.toast?.text).toBe('box is not reachable; its terminals take no input');
  });

  test('say when they go away and come back', () => {
    const driver = there();
    driver.notify({ kind: 'machines', machines: [box(AWAY)] });
    expect(driver.model.toast?.text).toBe('box is not reachable: no route to host');
    driver.notify({ kind: 'machines', machines: [box(READY)] });
    expect(driver.model.toast?.text).toBe('box is back');
  });

  test('are listed: Enter opens a terminal there, or connects', () => {
    const driver = there();
    driver.notify({ kind: 'command', command: 'machine.list' });
    driver.type('box');
    expect(driver.type('\r').effects).toContainEqual(
      expect.objectContaining({ kind: 'create', machine: 'box' }),
    );
    driver.notify({ kind: 'machines', machines: [box({ kind: 'stopped', reason: 'Permission denied' })] });
    driver.notify({ kind: 'command', command: 'machine.list' });
    driver.type('box');
    expect(driver.type('\r').effects).toContainEqual({ kind: 'connectMachine', name: 'box' });
  });

  test('ask one question after the other, and not over another dialog', () => {
    const driver = there();
    const ask = (id: number) => ({ id, prompt: `question ${id}`, secret: true, told: false });
    driver.notify({ kind: 'command', command: 'palette.open' });
    driver.notify({ kind: 'machineAsks', question: ask(1) });
    driver.notify({ kind: 'machineAsks', question: ask(2) });
    expect(driver.model.dialog?.kind).toBe('palette');
    driver.type('\x1b[27u');
    expect(driver.model.dialog).toMatchObject({ kind: 'machineAsk', asked: { id: 1 } });
    driver.type('sesame');
    const { dialog } = driver.model;
    expect(dialog?.kind === 'machineAsk' && editorText(dialog.editor)).toBe('sesame');
    expect(driver.type('\r').effects).toContainEqual({ kind: 'answerMachine', id: 1, text: 'sesame' });
    expect(driver.model.dialog).toMatchObject({ kind: 'machineAsk', asked: { id: 2 } });
    driver.notify({ kind: 'machineAskGone', id: 2 });
    expect(driver.model.dialog).toBeUndefined();
  });
});
