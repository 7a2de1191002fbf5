import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';
import { askerInFront } from '../../../src/tui/model/derived/input-context.ts';
import { Driver, IDLE_READING, ME, terminal } from '../../support/tui-model.ts';

const ADA: TerminalClaim = { kind: 'session', session: 'ahp-session:/ada' };
const CTRL_O = '\x0f';
const CTRL_X = '\x18';

const asked = (meta: TerminalMeta = {}, askedBy = 'agent:ada') =>
  terminal('one', { meta: { ...meta, askedBy } });

const given = { kind: 'handOver', uri: 'ahp-terminal:/one', to: ADA };

describe('an agent that asks for a terminal', () => {
  test('gets it by a key that the command line does not use', () => {
    const driver = new Driver().list(asked());
    expect(askerInFront(driver.model)).toBe('ada');
    expect(driver.type('\r').effects).not.toContainEqual(given);
    expect(driver.type(CTRL_O).effects).toEqual([given]);
  });

  test('takes neither what is typed nor an Enter that is meant for it', () => {
    const driver = new Driver().list(terminal('one')).type('ls');
    driver.list(asked());
    expect(driver.type('\r').sent).toContain('ls');
    expect(driver.effects).not.toContainEqual(given);
    expect(driver.type('pwd').type(CTRL_O).effects).toEqual([given]);
    expect(driver.view?.editor.graphemes.join('')).toBe('pwd');
  });

  test('is told when the terminal is kept, and may ask anew', () => {
    const driver = new Driver().list(asked()).type(CTRL_X);
    // The same holder claims it again: with that the host ends the question.
    expect(driver.effects).toEqual([{ kind: 'claim', uri: 'ahp-terminal:/one' }]);
    expect(askerInFront(driver.model)).toBeUndefined();
    // The key is the program's again, and the next list changes nothing.
    driver.list(asked());
    expect(askerInFront(driver.model)).toBeUndefined();
    driver.list(terminal('one')).list(asked());
    expect(askerInFront(driver.model)).toBe('ada');
  });

  test('that was declined gets the terminal by b in BROWSE after all', () => {
    const driver = new Driver().list(asked()).type(CTRL_X).list(terminal('one'));
    expect(driver.notify({ kind: 'command', command: 'claim.handBack' }).effects).toEqual([given]);
  });

  test('leaves its two keys to RUN while nobody asks', () => {
    const driver = new Driver().list(terminal('one'));
    driver.reading = { ...IDLE_READING, running: { commandLine: 'python3', since: 1 } };
    expect(driver.type(CTRL_O).sent).toBe(CTRL_O);
    expect(driver.type(CTRL_X).sent).toBe(CTRL_X);
  });

  test('is no question to a window that does not hold the terminal', () => {
    const other = { kind: 'client', clientId: 'window-2' } as const;
    const meta = { askedBy: 'agent:ada', holder: { name: 'tom', connected: true } };
    const driver = new Driver().list(terminal('one', { claim: other, meta }));
    expect(askerInFront(driver.model)).toBeUndefined();
    expect(driver.notify({ kind: 'command', command: 'claim.handBack' }).effects).toEqual([]);
    expect(driver.model.toast?.text).toBe('one is not held here: nothing to hand over');
  });

  test('cannot bring control characters into the window by its name', () => {
    const driver = new Driver().list(asked({}, 'agent:a\x1b[2Jda'));
    expect(askerInFront(driver.model)).toBe('a[2Jda');
  });
});

describe('agentAsks = allow', () => {
  const allowing = () => new Driver({ agentAsks: 'allow' });

  test('hands over where nothing runs and nothing is typed, once', () => {
    const driver = allowing().list(terminal('one')).list(asked());
    expect(driver.effects).toContainEqual(given);
    expect(driver.list(asked()).effects).not.toContainEqual(given);
  });

  test('asks where something runs', () => {
    const running = { commandLine: 'make', timestamp: 1 };
    const driver = allowing().list(asked({ running }));
    expect(driver.effects).not.toContainEqual(given);
    expect(askerInFront(driver.model)).toBe('ada');
  });

  test('asks where something is typed, here or into the shell', () => {
    const typing = allowing().list(terminal('one')).type('ls').list(asked());
    expect(typing.effects).not.toContainEqual(given);
    const inShell = allowing().list(terminal('one')).type('\x0bls').list(asked());
    expect(inShell.effects).not.toContainEqual(given);
  });
});

describe('handing over', () => {
  test('is for agents: a person takes a terminal themselves', () => {
    const other = { kind: 'client', clientId: 'window-2' } as const;
    const held = terminal('one', { claim: other, meta: { holder: { name: 'tom', connected: true } } });
    const driver = new Driver().list(held).list(terminal('one', { claim: { kind: 'client', clientId: ME } }));
    expect(driver.notify({ kind: 'command', command: 'claim.handBack' }).effects).toEqual([]);
    expect(driver.model.toast?.text).toMatch(/^people take a terminal themselves/);
  });

  test('says when there is nobody to hand over to', () => {
    const driver = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'claim.handBack' });
    expect(driver.model.toast?.text).toBe(
      'nothing to hand over: no agent asks for this terminal, and none held it before',
    );
  });
});
