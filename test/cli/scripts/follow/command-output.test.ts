import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CommandOutcome, CommandOutput } from '../../../../src/cli/scripts/follow/command-output.ts';
import { META_KEY } from '../../../../src/protocol/common/meta.ts';
import type { Action } from '../../../../src/protocol/envelope.ts';
import { terminalReducer } from '../../../../src/protocol/terminal/reducer.ts';
import type { TerminalState } from '../../../../src/protocol/terminal/state.ts';
import { trimContent } from '../../../../src/protocol/terminal/trim.ts';

const blank: TerminalState = {
  title: 'build',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'c' },
};

const begin = (commandId: string): Action => ({
  type: 'terminal/commandExecuted',
  commandId,
  commandLine: 'x',
  timestamp: 1,
});
const data = (text: string): Action => ({ type: 'terminal/data', data: text });
const end = (commandId: string, exitCode?: number): Action => ({
  type: 'terminal/commandFinished',
  commandId,
  ...(exitCode === undefined ? {} : { exitCode }),
});

/** A terminal whose actions the follower of `mine` sees one by one. */
class Followed {
  text = '';
  readonly gaps: (number | undefined)[] = [];
  readonly outcomes: CommandOutcome[] = [];
  state: TerminalState;
  readonly #output: CommandOutput;
  #seq = 0;

  constructor(before: readonly Action[] = []) {
    this.state = before.reduce((state, action) => terminalReducer(state, action), blank);
    this.#output = new CommandOutput('mine', this.state, {
      onText: (text) => {
        this.text += text;
      },
      onGap: (chars) => this.gaps.push(chars),
      onEnd: (outcome) => this.outcomes.push(outcome),
    });
  }

  act(...actions: readonly Action[]): this {
    for (const action of actions) {
      this.state = terminalReducer(this.state, action);
      this.#seq += 1;
      const envelope = { channel: 'ahp-terminal:/1', action, serverSeq: this.#seq };
      this.#output.see(this.state, { kind: 'action', envelope });
    }
    return this;
  }

  /** Unseen; then a snapshot of what the host still has. */
  away(actions: readonly Action[], keep = 1000): this {
    this.state = actions.reduce((state, action) => terminalReducer(state, action), this.state);
    this.state = { ...this.state, content: trimContent(this.state.content, keep, keep).content };
    this.#output.see(this.state, { kind: 'snapshot' });
    return this;
  }
}

describe('the output of one command', () => {
  test('is all that comes between its begin and its end, and nothing else', () => {
    const followed = new Followed([begin('other'), data('not mine')]);
    followed.act(data('nor this'), end('other', 1), data('$ '), begin('mine'), data('a'), data('b'));
    followed.act(end('mine', 3), data('$ '), begin('later'), data('no'));
    expect(followed.text).toBe('ab');
    expect(followed.outcomes).toEqual([{ kind: 'ended', exitCode: 3 }]);
  });

  test('is whole where the command had begun, or even ended, before its id was known', () => {
    expect(new Followed([begin('mine'), data('ab')]).act(data('c'), end('mine', 0))).toMatchObject({
      text: 'abc',
      outcomes: [{ kind: 'ended', exitCode: 0 }],
    });
    expect(new Followed([begin('mine'), data('ab'), end('mine', 0), data('$ ')])).toMatchObject({
      text: 'ab',
      outcomes: [{ kind: 'ended', exitCode: 0 }],
    });
  });

  test('goes on after a snapshot exactly where it stopped, wherever that is', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(fc.nat(26), fc.nat(26), (left, right) => {
        const [first, second] = [Math.min(left, right), Math.max(left, right)];
        const followed = new Followed([begin('mine'), data(letters.slice(0, first))]);
        followed.away([data(letters.slice(first, second))]);
        followed.act(data(letters.slice(second)), end('mine', 0));
        expect(followed.text).toBe(letters);
        expect(followed.gaps).toEqual([]);
      }),
    );
  });

  test('tells how much of it is lost where the host had kept too little', () => {
    const followed = new Followed([begin('mine'), data('one\n')]);
    followed.away([data('two\n'), data('three\n')], 'three\n'.length + 1).act(end('mine', 0));
    expect(followed.text).toBe('one\nthree\n');
    expect(followed.gaps).toEqual(['two\n'.length]);
  });

  test('goes on where the terminal was cleared meanwhile', () => {
    const followed = new Followed([begin('mine'), data('one')]);
    followed.act({ type: 'terminal/cleared' }, data('two'), end('mine', 0));
    expect(followed.text).toBe('onetwo');
    expect(followed.outcomes).toEqual([{ kind: 'ended', exitCode: 0 }]);
  });

  test('ends without a code where the shell tells none', () => {
    expect(new Followed([begin('mine')]).act(end('mine')).outcomes).toEqual([{ kind: 'ended' }]);
  });

  test('ends with its terminal', () => {
    const followed = new Followed([begin('mine')]);
    followed.act({ type: 'terminal/exited', exitCode: 7 }, end('mine', 1));
    expect(followed.outcomes).toEqual([{ kind: 'terminal-ended', exitCode: 7 }]);
  });

  test('ends with its host', () => {
    const finished: Action = {
      type: 'terminal/commandFinished',
      commandId: 'mine',
      _meta: { [META_KEY]: { killedByRestart: true } },
    };
    expect(new Followed([begin('mine')]).away([finished]).outcomes).toEqual([{ kind: 'killed-by-restart' }]);
  });

  test('is over where a host that came back knows nothing of it', () => {
    const followed = new Followed([begin('mine'), data('a')]).away([{ type: 'terminal/cleared' }]);
    expect(followed).toMatchObject({ gaps: [undefined], outcomes: [{ kind: 'ended' }] });
  });
});
