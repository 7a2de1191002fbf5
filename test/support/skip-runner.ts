/** Vitest's runner, which skips a test that says it cannot run here (`programs.ts`), and keeps the reason. */

import { type RunnerTask, type RunnerTestSuite, TestRunner } from 'vitest';

type Result = RunnerTask['result'];

/** What the first error says, if that is why it cannot run: hooks that run afterwards may fail for want of what was not made. */
function reasonOf(result: Result): string | undefined {
  const [first] = result?.errors ?? [];
  return result?.state === 'fail' && first?.name === 'CannotRun' ? first.message : undefined;
}

/** The types of the runner leave out the note, which its reporters get. */
function skipped(note: string): NonNullable<Result> {
  return Object.assign({ state: 'skip' as const }, { note });
}

function skip(task: RunnerTask, note: string): void {
  task.mode = 'skip';
  task.result = skipped(note);
  if (task.type === 'suite') for (const child of task.tasks) skip(child, note);
}

export default class SkipRunner extends TestRunner {
  onAfterRetryTask(test: RunnerTask): void {
    const note = reasonOf(test.result);
    if (note !== undefined) test.result = skipped(note);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    const note = reasonOf(suite.result);
    if (note !== undefined) skip(suite, note);
  }
}
