import { describe, expect, it } from 'vitest';
import type { TerminalAction } from '../../src/protocol/terminal/actions.ts';
import type { Mark } from '../../src/shell/mark.ts';
import { finishOpen, type TrackState, track, trackStart } from '../../src/shell/track.ts';

/** Plays marks, each one second after the last. */
function play(marks: readonly Mark[]): { state: TrackState; actions: TerminalAction[] } {
  let state = trackStart;
  let commands = 0;
  const actions: TerminalAction[] = [];
  for (const [at, mark] of marks.entries()) {
    const id = () => `cmd-${++commands}`;
    const tracked = track(state, mark, { now: at * 1000, id, cols: 100, writer: 'user:ann' });
    state = tracked.state;
    actions.push(...tracked.actions);
  }
  return { state, actions };
}

const meta = (more: object = {}) => ({ 'x-cotty': { writer: 'user:ann', cols: 100, ...more } });
const promptStart: Mark = { kind: 'promptStart' };
const promptEnd: Mark = { kind: 'promptEnd' };
const executed: Mark = { kind: 'executed' };
const line = (text: string): Mark => ({ kind: 'commandLine', line: text });
const finished = (exitCode: number): Mark => ({ kind: 'finished', exitCode });
const cwd = (value: string): Mark => ({ kind: 'property', key: 'Cwd', value });
const available = { type: 'terminal/commandDetectionAvailable' };

describe('track', () => {
  it('announces detection once, with the first mark of any kind', () => {
    expect(play([{ kind: 'property', key: 'Shell', value: 'bash' }, promptStart]).actions).toEqual([
      available,
    ]);
  });

  it('turns a command into its start and its end, with line, exit code and duration', () => {
    expect(play([promptStart, promptEnd, line('make'), executed, finished(2)]).actions).toEqual([
      available,
      {
        type: 'terminal/commandExecuted',
        commandId: 'cmd-1',
        commandLine: 'make',
        timestamp: 3000,
        _meta: meta(),
      },
      {
        type: 'terminal/commandFinished',
        commandId: 'cmd-1',
        exitCode: 2,
        durationMs: 1000,
        _meta: meta(),
      },
    ]);
  });

  it('names the folder in which a command started, though the command changes it', () => {
    const { actions, state } = play([
      cwd('/a b/ü#?'),
      line('cd /'),
      executed,
      finished(0),
      cwd('/'),
      cwd('/'),
    ]);
    expect(actions.slice(1)).toEqual([
      { type: 'terminal/cwdChanged', cwd: 'file:///a%20b/%C3%BC%23%3F' },
      expect.objectContaining({ _meta: meta({ cwd: 'file:///a%20b/%C3%BC%23%3F' }) }),
      expect.objectContaining({ _meta: meta({ cwd: 'file:///a%20b/%C3%BC%23%3F' }) }),
      { type: 'terminal/cwdChanged', cwd: 'file:///' },
    ]);
    expect(state.cwd).toBe('file:///');
  });

  it('ignores a folder that is no absolute path', () => {
    expect(play([cwd('C:\\x'), cwd('')]).actions).toEqual([available]);
  });

  it('makes no block of an empty Enter and ignores an end without a start', () => {
    expect(play([promptStart, finished(0), promptStart, finished(130)]).actions).toEqual([available]);
  });

  it('closes the older command with an unknown exit when another one starts, or a prompt', () => {
    const types = (marks: Mark[]) =>
      play(marks).actions.map((action) =>
        'commandId' in action ? [action.type, action.commandId, 'exitCode' in action] : action.type,
      );
    expect(types([line('a'), executed, line('b'), executed])).toEqual([
      available.type,
      ['terminal/commandExecuted', 'cmd-1', false],
      ['terminal/commandFinished', 'cmd-1', false],
      ['terminal/commandExecuted', 'cmd-2', false],
    ]);
    expect(types([executed, promptStart, finished(1)])).toEqual([
      available.type,
      ['terminal/commandExecuted', 'cmd-1', false],
      ['terminal/commandFinished', 'cmd-1', false],
    ]);
  });

  it('uses a command line once: a start without one has none', () => {
    const { actions } = play([
      line('a'),
      executed,
      finished(0),
      executed,
      finished(0),
      line('b'),
      promptStart,
      executed,
    ]);
    const lines = actions.map((action) => 'commandLine' in action && action.commandLine);
    expect(lines.filter((text) => text !== false)).toEqual(['a', '', '']);
  });

  it('says so when the marks are not ours', () => {
    const { actions } = play([
      { kind: 'executed', unverified: true, line: 'ls' },
      { ...finished(0), unverified: true },
    ]);
    expect(actions.slice(1)).toEqual([
      expect.objectContaining({ commandLine: 'ls', _meta: meta({ unverified: true }) }),
      expect.objectContaining({ exitCode: 0, _meta: meta({ unverified: true }) }),
    ]);
  });

  it('knows whether the shell waits for a command', () => {
    const phases = (marks: Mark[]) => play(marks).state.phase;
    expect(phases([])).toBe('unknown');
    expect(phases([promptStart])).toBe('prompt');
    expect(phases([promptStart, promptEnd])).toBe('ready');
    expect(phases([promptStart, promptEnd, executed])).toBe('running');
    expect(phases([executed, promptEnd])).toBe('running');
    expect(phases([executed, finished(0)])).toBe('unknown');
  });

  it('never counts a negative duration when the clock was set back', () => {
    const context = { id: () => 'cmd-1', cols: 80 };
    const { state } = track(trackStart, executed, { ...context, now: 5000 });
    const { actions } = track(state, finished(0), { ...context, now: 4000 });
    expect(actions).toEqual([expect.objectContaining({ durationMs: 0 })]);
  });
});

describe('finishOpen', () => {
  it('closes what is open when the shell itself ends, and only once', () => {
    const { state } = play([line('exit'), executed]);
    const first = finishOpen(state, 4000);
    expect(first.actions).toEqual([
      { type: 'terminal/commandFinished', commandId: 'cmd-1', durationMs: 3000, _meta: meta() },
    ]);
    expect(finishOpen(first.state, 5000).actions).toEqual([]);
  });
});
