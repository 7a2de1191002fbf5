import { expect, test } from 'vitest';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalAction } from '../../src/protocol/terminal/actions.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import type { Mark } from '../../src/shell/mark.ts';
import { track } from '../../src/shell/track.ts';
import { trackStart } from '../../src/shell/track-state.ts';

const hides: Mark = { kind: 'property', key: 'Unrecorded', value: '1' };
const line = (text: string): Mark => ({ kind: 'commandLine', line: text });
const executed: Mark = { kind: 'executed' };
const finished: Mark = { kind: 'finished', exitCode: 0 };
const prompt: Mark = { kind: 'promptStart' };

/** Whether each command of these marks is kept out of the record. */
function hidden(...marks: readonly Mark[]): boolean[] {
  let state = trackStart;
  let count = 0;
  const actions: TerminalAction[] = [];
  for (const mark of marks) {
    const context = { now: 0, id: () => `cmd-${++count}`, cols: 80, here: { user: 'mara', host: 'box' } };
    const tracked = track(state, mark, context);
    state = tracked?.state ?? state;
    actions.push(...(tracked?.actions ?? []));
  }
  return actions.flatMap((action) =>
    action.type === 'terminal/commandExecuted'
      ? [cottyMeta<CommandMeta>(action._meta).unrecorded === true]
      : [],
  );
}

test('a shell keeps the command out of the record that it is about to run, and no other', () => {
  const first = [prompt, line(' a'), hides, executed, finished];
  expect(hidden(...first, prompt, line('b'), executed, finished)).toEqual([true, false]);
});

test('a command that never ran keeps no other one out of the record', () => {
  expect(hidden(prompt, line(' a'), hides, prompt, line('b'), executed)).toEqual([false]);
});

test('what any program can print keeps no command out of the record', () => {
  expect(hidden(prompt, { ...hides, unverified: true }, line('a'), executed)).toEqual([false]);
});
