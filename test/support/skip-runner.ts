/**
 * Vitest's runner, which skips a test that says it cannot run here (`programs.ts`), and keeps the reason. With `COTTY_REPEATS=200` it
 * runs each test that often, in the same process and with the same host.
 */

import { type RunnerTask, type RunnerTestSuite, TestRunner } from 'vitest';

type Result = RunnerTask['result'];

const REPEATS = Number(process.env['COTTY_REPEATS'] ?? 1);

/** What the first error says, if that is why it cannot run: hooks that run afterwards may fail for want of what was not made. */
function reasonOf(result: Result): string | undefined {
  const [first] = result?.errors ?? [];
  return result?.state === 'fail' && first?.name === 'CannotRun' ? first.message : undefined;
}

/** The types of the runner leave out the note, which its reporters get. */
function skipped(note: string): NonNullable<Result> {
  return Object.assign({ state: 'skip' as const }, { note });
}

/** All tests and suites below a suite, at any depth. */
function descendants(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) => [task, ...(task.type === 'suite' ? descendants(task) : [])]);
}

export default class SkipRunner extends TestRunner {
  /** Sends results to the reporters; vitest sets it. */
  declare onTaskUpdate?: (packs: [string, Result, RunnerTask['meta']][], events: []) => Promise<void>;

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    test.repeats = REPEATS - 1;
    await super.onBeforeRunTask(test);
  }

  onAfterRetryTask(test: RunnerTask): void {
    const note = reasonOf(test.result);
    if (note !== undefined) test.result = skipped(note);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    const note = reasonOf(suite.result);
    if (note === undefined) return;
    suite.mode = 'skip';
    suite.result = skipped(note);
    const tasks = descendants(suite);
    // Vitest has marked them as skipped when the hook failed. What it still has to send are these objects, so they get the note;
    // what it has sent already goes out once more.
    for (const task of tasks) task.result = Object.assign(task.result ?? {}, skipped(note));
    await this.onTaskUpdate?.(
      tasks.map((task) => [task.id, task.result, task.meta]),
      [],
    );
  }
}
