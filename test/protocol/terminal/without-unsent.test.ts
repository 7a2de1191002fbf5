import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import { terminalReducer } from '../../../src/protocol/terminal/reducer.ts';
import { omittedOf } from '../../../src/protocol/terminal/shorten.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';

const START: TerminalState = {
  title: 't',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'me' },
};

const run = (...actions: TerminalAction[]) =>
  actions.reduce<TerminalState>((state, action) => terminalReducer(state, action), START);

const begin: TerminalAction = {
  type: 'terminal/commandExecuted',
  commandId: '1',
  commandLine: 'make',
  timestamp: 0,
};

const data = (text: string, chars = 0, lines = 0): TerminalAction => ({
  type: 'terminal/data',
  data: text,
  ...(chars === 0 ? {} : { _meta: { [META_KEY]: { omitted: { chars, lines } } } }),
});

describe('output that a client is not sent', () => {
  it('is a gap of the running command', () => {
    const [part] = run(begin, data('one\r\n'), data('four\r\n', 12, 2)).content;
    expect(part).toMatchObject({ output: 'one\r\nfour\r\n' });
    expect(part?.type === 'command' && omittedOf(part)).toEqual({ at: 5, chars: 12, lines: 2 });
  });

  it('makes one gap with all that was left out before', () => {
    const [part] = run(begin, data('one\r\n'), data('four\r\n', 12, 2), data('nine\r\n', 24, 4)).content;
    expect(part).toMatchObject({ output: 'one\r\nnine\r\n' });
    expect(part?.type === 'command' && omittedOf(part)).toEqual({ at: 5, chars: 42, lines: 7 });
  });

  it('leaves no trace between commands', () => {
    expect(run(data('one\r\n'), data('four\r\n', 12, 2)).content).toEqual([
      { type: 'unclassified', value: 'one\r\nfour\r\n' },
    ]);
  });

  it('is counted, whatever comes when', () => {
    const pieces = fc.array(
      fc.tuple(fc.string({ unit: fc.constantFrom('a', '\r\n', '\x1b[m'), maxLength: 9 }), fc.nat(5)),
    );
    fc.assert(
      fc.property(pieces, (script) => {
        const lineEnds = (text: string) => text.split('\n').length - 1;
        const state = run(begin, ...script.map(([text, lines]) => data(text, lines * 3, lines)));
        const [part] = state.content;
        if (part?.type !== 'command') throw new Error('no command');
        const gap = omittedOf(part);
        const printed = script.reduce((sum, [text, lines]) => sum + text.length + lines * 3, 0);
        const printedLines = script.reduce((sum, [text, lines]) => sum + lineEnds(text) + lines, 0);
        expect(part.output.length + (gap?.chars ?? 0)).toBe(printed);
        expect(lineEnds(part.output) + (gap?.lines ?? 0)).toBe(printedLines);
      }),
    );
  });
});
