import { describe, expect, it } from 'vitest';
import { cottyMeta, type Meta } from '../../src/protocol/common/meta.ts';
import type { TerminalAction } from '../../src/protocol/terminal/actions.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import type { Mark } from '../../src/shell/mark.ts';
import { finishAll, track } from '../../src/shell/track.ts';
import { finishOpen, type TrackState, trackStart } from '../../src/shell/track-state.ts';

const here = { user: 'ann', host: 'here' };

/** Plays marks, each one second after the last. */
function play(marks: readonly Mark[]): { state: TrackState; actions: TerminalAction[] } {
  let state = trackStart;
  let commands = 0;
  const actions: TerminalAction[] = [];
  for (const [at, mark] of marks.entries()) {
    const id = () => `cmd-${++commands}`;
    const tracked = track(state, mark, { now: at * 1000, id, cols: 100, writer: 'user:ann', here });
    if (tracked === undefined) continue;
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
    expect(play([cwd('/a'), cwd('')]).state.cwd).toBe('file:///a');
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

  it('says nothing of what it does not know', () => {
    const tracked = track(trackStart, executed, { now: 1, id: () => 'cmd-1', cols: 80, here });
    expect(tracked?.actions.at(-1)).toHaveProperty('_meta', { 'x-cotty': { cols: 80 } });
    expect(Object.keys(tracked?.state.open?.meta ?? {})).toEqual(['cols']);
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
    const context = { id: () => 'cmd-1', cols: 80, here };
    const { state = trackStart } = track(trackStart, executed, { ...context, now: 5000 }) ?? {};
    const tracked = track(state, finished(0), { ...context, now: 4000 });
    expect(tracked?.actions).toEqual([expect.objectContaining({ durationMs: 0 })]);
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

describe('shells inside each other', () => {
  const inner = (mark: Mark, shell = '~inner1'): Mark => ({ ...mark, shell });
  const foreign = (mark: Mark): Mark => ({ ...mark, unverified: true });
  const begin = (text: string): Mark[] => [promptStart, line(text), executed];
  const says = (key: string, value: string): Mark => ({ kind: 'property', key, value });

  /** What is told of commands: `+ID LINE` and `-ID EXIT`, with where it ran and whether it entered a shell. */
  function told(marks: readonly Mark[]): string[] {
    return play(marks).actions.flatMap((action) => {
      if (action.type === 'terminal/commandExecuted') return [report('+', action, action.commandLine)];
      if (action.type === 'terminal/commandFinished')
        return [report('-', action, String(action.exitCode ?? '?'))];
      return [];
    });
  }

  function report(
    sign: string,
    { commandId, _meta }: { commandId: string; _meta?: Meta },
    what: string,
  ): string {
    const { where, entered, unverified } = cottyMeta<CommandMeta>(_meta);
    const place = where === undefined ? undefined : `in ${JSON.stringify(where)}`;
    const words = [what, place, entered, unverified ? 'unverified' : undefined];
    return `${sign}${commandId.slice(4)} ${words.filter((word) => word !== undefined).join(' ')}`;
  }

  it('tells the end of the entering command twice: at the first prompt inside, and when all is over', () => {
    const inside = [says('Shell', 'bash'), promptStart, line('ls'), executed, finished(2)].map((mark) =>
      inner(mark),
    );
    const exit = [promptStart, line('exit 3'), executed].map((mark) => inner(mark));
    expect(told([...begin('bash'), ...inside, ...exit, finished(3)])).toEqual([
      '+1 bash',
      '-1 ? inside',
      '+2 ls in {"shell":"bash"}',
      '-2 2 in {"shell":"bash"}',
      '+3 exit 3 in {"shell":"bash"}',
      '-3 3 in {"shell":"bash"}',
      '-1 3 left',
    ]);
  });

  it('names user and machine of a shell only where they are not those of the host', () => {
    const marks = [says('User', 'root'), says('Host', 'box\x1b[31m'), cwd('/srv'), ...begin('ls')];
    const { actions } = play([...begin('ssh box'), ...marks.map((mark) => inner(mark))]);
    expect(actions.at(-1)).toMatchObject({
      _meta: { 'x-cotty': { cwd: 'file://box%5B31m/srv', where: { user: 'root', host: 'box[31m' } } },
    });
    expect(actions.map(({ type }) => type.replace('terminal/command', ''))).toEqual([
      'DetectionAvailable',
      'Executed',
      'Finished',
      'Executed',
    ]);
    const nowhere = [says('Host', 'box'), cwd('C:\\x')].map((mark) => inner(mark));
    expect(play([...begin('ssh box'), ...nowhere]).state.cwd).toBeUndefined();
    expect(
      told([...begin('bash'), inner(says('User', 'ann')), inner(says('Host', 'here')), inner(executed)]).at(
        -1,
      ),
    ).toBe('+2  in {}');
  });

  it('goes back over several shells at once when the inner ones were left behind', () => {
    const marks = [
      ...begin('bash'),
      ...begin('zsh').map((mark) => inner(mark)),
      inner(promptStart, '~inner2'),
    ];
    const { state, actions } = play([
      ...marks,
      inner(line('vi'), '~inner2'),
      inner(executed, '~inner2'),
      finished(129),
    ]);
    expect(state.open).toBeUndefined();
    expect(state.outer).toEqual([]);
    expect(actions.filter(({ type }) => type === 'terminal/commandFinished')).toHaveLength(5);
  });

  it('takes no shell for entered while a command runs that enters none', () => {
    for (const lying of ['cat file', 'bash script.sh', "bash -c 'true'", 'make']) {
      const forged = [promptStart, line('rm -rf /'), executed, finished(0)];
      const marks = [
        ...begin(lying),
        ...forged.map((mark) => inner(mark)),
        ...forged.map(foreign),
        finished(1),
      ];
      expect(told(marks)).toEqual([`+1 ${lying}`, '-1 1']);
    }
  });

  it('takes foreign marks inside for what they are, and never for those of the shell around', () => {
    const marks = [foreign(finished(0)), ...[promptStart, line('ls'), executed, finished(0)].map(foreign)];
    expect(told([...begin('nu'), ...marks, ...begin('ls'), foreign(promptStart), finished(4)])).toEqual([
      '+1 nu',
      '-1 ? inside',
      '+2 ls in {} unverified',
      '-2 0 in {} unverified',
      '-1 ? left',
      '+3 ls',
      '-3 4',
    ]);
  });

  it('puts a shell that has replaced another in its place, but never in that of the own one', () => {
    const names = Array.from({ length: 40 }, (_, number) => `~exec${String(number).padStart(3, '0')}`);
    const marks = names.flatMap((name) => begin('exec bash').map((mark) => inner(mark, name)));
    expect(play([...begin('exec bash'), ...marks]).state.outer).toHaveLength(1);
  });

  it('tells the end of everything when the terminal ends', () => {
    const { state } = play([...begin('bash'), ...begin('exit').map((mark) => inner(mark))]);
    const ends = finishAll(state, 9000, 0).actions;
    expect(ends.map((action) => 'commandId' in action && action.commandId)).toEqual(['cmd-2', 'cmd-1']);
  });
});
