import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { ProgramQuestion } from '../../../src/protocol/cotty/program.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { answersByKey } from '../../../src/tui/model/derived/answers.ts';
import { entriesOf } from '../../../src/tui/model/derived/queue.ts';
import type { QuestionDialog } from '../../../src/tui/model/model.ts';
import { questionContents } from '../../../src/tui/view/pages/question-page.ts';
import { tabLabels } from '../../../src/tui/view/tab-labels.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const F12 = '\x1b[24~';
const NEXT = '\x1ba';

type Program = NonNullable<TerminalMeta['program']>;

const running = { commandLine: 'codex', timestamp: 1 };

function agent(name: string, program: Partial<Program> & Pick<Program, 'state'>, more: TerminalMeta = {}) {
  return terminal(name, {
    meta: { running, ...more, program: { id: '', since: 100, app: 'codex', by: 'report', ...program } },
  });
}

const asks = (name: string, since = 100, msg = 'Run npm test?') =>
  agent(name, { state: 'blocked', kind: 'permission', since, msg });

/** A window that looks at `front`, beside other terminals that it has seen before. */
function beside(...others: readonly TerminalInfo[]): Driver {
  const before = others.map(({ title }) => agent(title, { state: 'working', since: 1 }));
  return new Driver().list(terminal('front'), ...before).list(terminal('front'), ...others);
}

const stateOf = (driver: Driver, title: string) =>
  tabLabels(driver.model, driver.now).find((label) => label.title === title)?.state;

const notices = (driver: Driver) =>
  driver.effects.flatMap((effect) => (effect.kind === 'notify' ? effect.notices : []));

const words = (driver: Driver) =>
  entriesOf(driver.model, driver.now).map(({ kind, item }) =>
    kind === 'queue' ? `${item.uri.slice('ahp-terminal:/'.length)} ${item.state}` : item.line,
  );

describe('a program that waits in another tab', () => {
  test('marks its tab and is told once, with its question', () => {
    const driver = beside(asks('work'));
    expect(stateOf(driver, 'work')).toBe('waits');
    expect(notices(driver)).toEqual([{ title: 'work', body: 'waits for you: permission · "Run npm test?"' }]);
    expect(notices(driver.list(terminal('front'), asks('work')))).toEqual([]);
    // The list of a host that is just back may lack it for a moment.
    expect(notices(driver.list(terminal('front'), terminal('work')))).toEqual([]);
    expect(notices(driver.list(terminal('front'), asks('work')))).toEqual([]);
    // Nor is it another one for a host that has been started again.
    expect(notices(driver.list(terminal('front'), asks('work', 120)))).toEqual([]);
    expect(notices(driver.list(terminal('front'), asks('work', 2000)))).toHaveLength(1);
  });

  test('is not told to a person who looks at it, nor by a window that has just opened', () => {
    const front = new Driver().list(agent('work', { state: 'working' })).list(asks('work'));
    expect(notices(front)).toEqual([]);
    expect(stateOf(front, 'work')).toBe('waits');
    expect(notices(new Driver().list(terminal('front'), asks('work')))).toEqual([]);
  });

  test('is told by its state, not once more by the notice that it gives as well', () => {
    const notice = { n: 1, title: 'codex', body: 'approval requested' };
    const both = agent('work', { state: 'blocked', since: 100 }, { notice });
    const driver = beside(both);
    expect(notices(driver)).toEqual([{ title: 'work', body: 'waits for you' }]);
    expect(driver.model.feed.items).toMatchObject([{ line: 'codex: approval requested', unread: true }]);
  });

  test('can be put off for ten minutes: then it calls again, and at once for another question', () => {
    const driver = beside(asks('one', 100), asks('two', 200)).type(F12).type('s');
    expect(words(driver)).toEqual(['two blocked', 'one blocked']);
    expect(driver.model.dialog).toEqual({ kind: 'feed', selected: 0 });
    driver.type('q').type(NEXT);
    expect(driver.model.active).toBe('ahp-terminal:/two');
    driver.type('\x1b1');
    driver.now += 10 * 60_000;
    expect(notices(driver.notify({ kind: 'tick' }))).toMatchObject([{ title: 'one' }]);
    expect(words(driver)).toEqual(['one blocked', 'two blocked']);
    driver.type(F12).type('s').list(terminal('front'), asks('one', 3000), asks('two', 200));
    expect(driver.model.snoozed.size).toBe(0);
  });
});

describe('a program that is done', () => {
  const done = agent('work', { state: 'done', since: 20_000 });

  test('is marked, and told if it worked long', () => {
    const driver = beside(done);
    expect(stateOf(driver, 'work')).toBe('done');
    expect(notices(driver)).toEqual([{ title: 'work', body: 'done' }]);
    expect(notices(beside(agent('work', { state: 'done', since: 900 })))).toEqual([]);
  });

  test('is told to the host as seen, once, when a person looks at it', () => {
    const driver = beside(done);
    expect(driver.effects).not.toContainEqual({ kind: 'seen', uri: 'ahp-terminal:/work' });
    expect(driver.type('\x1b2').effects).toContainEqual({ kind: 'seen', uri: 'ahp-terminal:/work' });
    expect(driver.list(terminal('front'), done).effects).toEqual([
      { kind: 'fit', uri: 'ahp-terminal:/work' },
    ]);
    driver.type('\x1b[O').list(terminal('front'), agent('work', { state: 'error', since: 30_000 }));
    expect(driver.effects).not.toContainEqual({ kind: 'seen', uri: 'ahp-terminal:/work' });
    expect(stateOf(driver, 'work')).toBe('failed');
    expect(driver.type('\x1b[I').effects).toContainEqual({ kind: 'seen', uri: 'ahp-terminal:/work' });
  });
});

test('what was seen in another window is marked nowhere any more', () => {
  const notice = { n: 1, title: '', body: 'tests pass' };
  const driver = beside(agent('work', { state: 'done', since: 900 }, { notice, bells: 2 }));
  expect(driver.model.feed.items).toMatchObject([{ unread: true }]);
  const meta = { notice, bells: 2 };
  driver.list(terminal('front'), agent('work', { state: 'done', since: 900, seen: true }, meta));
  expect(stateOf(driver, 'work')).toBe('idle');
  expect(driver.model.feed.items).toMatchObject([{ unread: false }]);
});

describe('a notice of a program', () => {
  const gave = (n: number) => terminal('work', { meta: { notice: { n, title: '', body: `notice ${n}` } } });

  test('marks its tab until it is seen, and is in the list', () => {
    const driver = new Driver().list(terminal('front'), gave(1)).list(terminal('front'), gave(2));
    expect(stateOf(driver, 'work')).toBe('attention');
    expect(driver.model.feed.items).toMatchObject([{ line: 'notice 2', unread: true }]);
    driver.type('\x1b2').type('\x1b1');
    expect(stateOf(driver, 'work')).toBe('idle');
    expect(driver.model.feed.items).toMatchObject([{ unread: false }]);
  });

  test('of a terminal that is looked at is told nobody', () => {
    const driver = new Driver().list(gave(1)).list(gave(2));
    expect(driver.effects.map(({ kind }) => kind)).not.toContain('notify');
    expect(driver.model.feed.items).toEqual([]);
  });

  test('counts anew under a host that was started again', () => {
    const driver = new Driver().list(terminal('front'), gave(5)).list(terminal('front'), gave(1));
    expect(stateOf(driver, 'work')).toBe('idle');
    expect(driver.list(terminal('front'), gave(2)).model.feed.items).toHaveLength(1);
    expect(stateOf(driver, 'work')).toBe('attention');
  });
});

describe('the queue', () => {
  const twelve = Array.from({ length: 12 }, (_, n) => asks(`agent-${n}`, 1000 - n));

  test('has who has waited longest on top, then what is done, then the feed', () => {
    const driver = beside(
      agent('old', { state: 'done', since: 10 }),
      agent('new', { state: 'error', since: 20 }),
      asks('second', 200),
      asks('first', 100),
    );
    expect(words(driver)).toEqual(['first blocked', 'second blocked', 'old done', 'new error']);
  });

  test('is gone through by one key, from RAW too, and answered one after the other', () => {
    const driver = beside(...twelve);
    const visited = twelve.map(() => driver.type(NEXT).model.active);
    expect(visited).toEqual(twelve.map(({ resource }) => resource).toReversed());
    expect(driver.type('\x0b').view?.mode).toBe('raw');
    expect(driver.type(NEXT).model.active).toBe('ahp-terminal:/agent-11');
    expect(driver.type('\x0b').type(F12).model.dialog).toEqual({ kind: 'feed', selected: 0 });
    driver.type('q');
    // In RAW, where nobody else waits, these keys are for the program.
    const alone = new Driver().list(asks('only')).type('\x0b');
    expect(alone.type(NEXT).sent).toBe(NEXT);
    expect(alone.type(F12).sent).toBe(F12);
  });

  test('keeps the chosen one chosen while others come and go', () => {
    const driver = beside(...twelve)
      .type(F12)
      .type('jj');
    driver.list(terminal('front'), ...twelve.slice(0, 11));
    expect(driver.model.dialog).toEqual({ kind: 'feed', selected: 1 });
    expect(driver.type('\r').model.active).toBe('ahp-terminal:/agent-9');
  });
});

describe('a question', () => {
  const question: ProgramQuestion = {
    since: 100,
    state: 'blocked',
    kind: 'permission',
    app: 'codex',
    by: 'report',
    msg: 'Run npm test?',
    rows: ['❯ 1. Yes', '  2. No'],
    choices: [
      { keys: '1', label: 'Yes' },
      { keys: 't', label: 'Trust' },
      { keys: '\x1b[27u', label: 'cancel' },
      { keys: '\x1b[A', label: '↑' },
    ],
    print: 'p1',
  };
  const uri = 'ahp-terminal:/work';
  const opened = () => beside(asks('work')).type(F12).type('a');
  const shown = () => opened().notify({ kind: 'question', uri, question });
  const answer = (sends: object) => ({ kind: 'answer', uri, print: 'p1', answer: sends });
  const state = ({ model }: Driver) =>
    model.dialog?.kind === 'question' ? model.dialog.state : model.dialog?.kind;

  test('has its words in quotes and muted, unless a hook has told them', () => {
    const words = (by: ProgramQuestion['by']) => {
      const { model, now } = opened().notify({ kind: 'question', uri, question: { ...question, by } });
      return questionContents(model, model.dialog as QuestionDialog, now, 20).lines[0];
    };
    expect(words('report')).toEqual([{ text: '"Run npm test?"', role: 'muted' }]);
    expect(words('rules')).toEqual(words('report'));
    expect(words('hook')).toEqual([{ text: 'Run npm test?', role: 'command' }]);
  });

  test('is asked for, and takes no key before it is there', () => {
    const driver = opened();
    expect(driver.effects).toEqual([{ kind: 'askQuestion', uri }]);
    expect(driver.type('1').effects).toEqual([]);
    expect(state(driver)).toBe('asking');
  });

  test('is answered by the keys of the choices, which go before those of the window', () => {
    expect(shown().type('1').effects).toEqual([answer({ keys: '1' })]);
    expect(shown().type('t').effects).toEqual([answer({ keys: 't' })]);
    expect(shown().type('e').effects).toEqual([answer({ keys: '\x1b[27u' })]);
    expect(answersByKey(shown().model, shown().model.dialog as QuestionDialog)).toMatchObject([
      { key: '1', label: 'Yes' },
      { key: 't', label: 'Trust' },
      { key: 'e', label: 'Esc: cancel' },
      { key: undefined, label: '↑ marks another one' },
    ]);
  });

  test('is answered from its list, and Enter without a choice goes to the terminal', () => {
    expect(shown().type('\x1b[B').type('\r').effects).toEqual([answer({ keys: '1' })]);
    const gone = shown().type('\x1b[B').type('\x1b[A').type('\r');
    expect(gone.model.active).toBe(uri);
    expect(gone.model.dialog).toBeUndefined();
  });

  test('is answered in words, which are kept if they are refused', () => {
    const plain = { ...question, choices: [] };
    const driver = opened().notify({ kind: 'question', uri, question: plain }).type('t').type('use b');
    expect(driver.type('\r').effects).toEqual([answer({ text: 'use b' })]);
    driver.notify({ kind: 'answered', uri, refused: 'the question has changed' });
    expect(driver.model.dialog).toMatchObject({ state: 'over', said: 'the question has changed' });
    expect(driver.type('\r').effects).toEqual([{ kind: 'askQuestion', uri }]);
    driver.notify({ kind: 'question', uri, question: { ...plain, print: 'p2' } }).type('t');
    expect(driver.type('\r').effects).toEqual([{ ...answer({ text: 'use b' }), print: 'p2' }]);
  });

  test('leads back to the list when it is answered, closed, or asked no more', () => {
    expect(state(shown().type('1').notify({ kind: 'answered', uri }))).toBe('feed');
    expect(state(shown().type('\x07'))).toBe('feed');
    expect(state(opened().notify({ kind: 'question', uri, question: undefined }))).toBe('feed');
    const moved = shown().type('\x1b[B'.repeat(4)).type('\r').notify({ kind: 'answered', uri });
    expect(moved.effects).toEqual([{ kind: 'askQuestion', uri, later: true }]);
  });

  test('takes no answer when it has changed meanwhile', () => {
    const changed = shown().list(terminal('front'), asks('work', 100, 'Run rm -rf?'));
    expect(changed.model.dialog).toMatchObject({ state: 'over', said: 'the question has changed' });
    expect(changed.effects).toContainEqual({ kind: 'askQuestion', uri });
    expect(changed.type('1').effects).toEqual([]);
    // The one that stands now comes in its place, and takes no key that was meant for the one before.
    const next = { ...question, msg: 'Run rm -rf?', print: 'p2' };
    changed.notify({ kind: 'question', uri, question: next });
    expect(changed.model.dialog).toMatchObject({ state: 'shown', asked: { msg: 'Run rm -rf?' } });
    expect(changed.type('1').effects).toEqual([]);
    changed.now += 1_000;
    expect(changed.type('1').effects).toEqual([{ ...answer({ keys: '1' }), print: 'p2' }]);
    const ended = shown().list(terminal('front'), agent('work', { state: 'working' }));
    expect(ended.model.dialog).toMatchObject({ state: 'over', said: 'it does not wait any more' });
  });
});
