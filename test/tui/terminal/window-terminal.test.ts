import { describe, expect, it } from 'vitest';
import { boundedReducer } from '../../../src/client/bounded-reducer.ts';
import { Mirror } from '../../../src/client/mirror.ts';
import type { Action } from '../../../src/protocol/envelope.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { WindowTerminal } from '../../../src/tui/terminal/window-terminal.ts';
import { numbered, stateOf } from '../blocks/sample.ts';

const never = () => new Promise<never>(() => {});

function open() {
  const mirror = new Mirror<TerminalState>('a', stateOf([], { cols: 80, rows: 24 }), boundedReducer());
  const terminal = new WindowTerminal(mirror, {
    scrollback: 1000,
    me: 'user:mara',
    home: undefined,
    ask: { commands: never, output: never, image: never },
    onFetched: () => {},
    onOlderLines: () => {},
    pacer: { request() {}, printed() {} },
    onOverfull: () => {},
  });
  let serverSeq = 0;
  const print = (data: string): void => {
    const action: Action = { type: 'terminal/data', data };
    mirror.apply({ channel: 'a', action, serverSeq: ++serverSeq });
  };
  return { terminal, print };
}

const copying = (text: string) => `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`;
const taken = (terminal: WindowTerminal) => {
  terminal.reading(undefined);
  return terminal.takeCopied();
};

describe('a terminal of the window', () => {
  it('forgets what was copied while it was hidden, and nothing that is copied then', () => {
    const { terminal, print } = open();
    terminal.hide();
    print(`${numbered(8000)}${copying('hidden')}`);
    terminal.show();
    expect(taken(terminal)).toBeUndefined();
    print(copying('shown'));
    expect(taken(terminal)).toBe('shown');
    terminal.close();
  });

  it('reads the same blocks as long as none has changed', () => {
    const { terminal, print } = open();
    const { blocks } = terminal;
    expect(terminal.blocks).toBe(blocks);
    print('x');
    expect(terminal.blocks).toEqual(blocks);
    terminal.close();
  });
});
