/**
 * Finds the shell that printed a mark: an inner shell that was just started, or an outer one whose inner shells have ended.
 *
 * A command like `bash` or `ssh` may start an inner shell. Such a command gets a `commandFinished` when the inner shell comes to
 * its first prompt, and a second one, with its exit code, when the outer shell reads again. In between the inner shell reads
 * commands:
 *
 *   bash ─ executed ─┬─ finished (inside) ─ ls ─ executed ─ finished ─ exit ─ executed ─┬─ finished ─ finished (left)
 *                    └─ first mark of the inner shell                                   └─ end mark of the outer one
 *
 * An outer shell is recognised for certain: only it knows its nonce or name, and each of its marks ends all shells inside it.
 */

import { isExec } from '../protocol/terminal/replaced-shell.ts';
import type { Mark } from './mark.ts';
import { enters } from './nest/enters.ts';
import { MAX_DEPTH, type Shell, type Signer, signerOf } from './nest/shells.ts';
import { finishedAction, finishOpen, type Tracked, type TrackState } from './track-state.ts';

/** Makes the shell that printed a mark the one that reads commands. Undefined if the mark is to be ignored. */
export function turnTo(state: TrackState, mark: Mark, now: number): Tracked | undefined {
  const { shell, outer } = state;
  const signer = signerOf(mark);
  if (signer === shell.signer) return { state, actions: [] };
  const around = outer.findLastIndex((known) => known.shell.signer === signer);
  if (around >= 0) return leave(state, around, now, mark.kind === 'finished' ? mark.exitCode : undefined);
  // The terminal's own shell is recognised by its nonce whatever came before; and nothing is known yet before the first mark.
  if (signer === 'own' || shell.signer === undefined) {
    return {
      state: { ...state, shell: isNamed(signer) ? shellOf(signer) : { signer }, outer: [] },
      actions: [],
    };
  }
  return enter(state, signer, mark, now) ?? replace(state, signer, now);
}

/** Enters an inner shell. Undefined if the shell that read until now runs no command that may start one. */
function enter(state: TrackState, signer: Signer, mark: Mark, now: number): Tracked | undefined {
  const { open, shell, outer, cwd, line: _line, ...rest } = state;
  if (open === undefined || outer.length >= MAX_DEPTH || enters(open.commandLine) === undefined)
    return undefined;
  // Foreign sequences count only from a prompt on; and two shells with foreign integration cannot be told apart.
  if (signer === 'foreign' && (mark.kind !== 'promptStart' || shell.signer === 'foreign')) return undefined;
  // A shell that was replaced by `exec` does not come back. The terminal's own one is kept: its nonce identifies it.
  const isGone = shell.signer !== 'own' && isExec(open.commandLine);
  return {
    state: {
      ...rest,
      phase: 'unknown',
      shell: shellOf(signer),
      outer: isGone ? outer : [...outer, { shell, entered: open, ...(cwd === undefined ? {} : { cwd }) }],
      ...(cwd === undefined ? {} : { cwd }),
    },
    actions: [finishedAction(open, now, undefined, isGone ? 'left' : 'inside')],
  };
}

/**
 * A shell whose marks are signed replaces one with foreign marks, and one that has ended unnoticed in a terminal whose own shell
 * has no integration.
 */
function replace(state: TrackState, signer: Signer, now: number): Tracked | undefined {
  const { shell, outer, open } = state;
  const isOpen =
    outer.length === 0 ? shell.signer !== 'own' : shell.signer === 'foreign' && open === undefined;
  if (!isOpen || signer === 'foreign') return undefined;
  const closed = finishOpen(state, now);
  return { ...closed, state: { ...closed.state, shell: shellOf(signer) } };
}

/**
 * Enters a shell without integration that the open command has started: the outer shell does not read until it ends. Programs in
 * it may print foreign marks.
 */
export function enterUnmarked(
  state: TrackState,
  { name, pid, why }: { readonly name?: string; readonly pid: number; readonly why?: string },
  now: number,
): Tracked {
  const { open, shell, outer, cwd, line: _line, ...rest } = state;
  if (open === undefined || outer.length >= MAX_DEPTH) return { state, actions: [] };
  const place = cwd === undefined ? {} : { cwd };
  return {
    state: {
      ...rest,
      ...place,
      phase: 'unknown',
      shell: {
        signer: 'foreign',
        where: name === undefined ? {} : { shell: name },
        unmarked: pid,
        ...(why === undefined ? {} : { why }),
      },
      outer: [...outer, { shell, entered: open, ...place }],
    },
    actions: [finishedAction(open, now, undefined, 'inside')],
  };
}

/** Whether the signer is an inner shell that our script has set up. */
function isNamed(signer: Signer): boolean {
  return signer !== 'own' && signer !== 'foreign';
}

function shellOf(signer: Signer): Shell {
  return signer === 'own' ? { signer } : { signer, where: {} };
}

/** Returns to an outer shell: all shells inside it have ended. */
export function leave(state: TrackState, to: number, now: number, exitCode: number | undefined): Tracked {
  const closed = finishOpen(state, now, exitCode);
  const left = closed.state.outer.slice(to).reverse();
  const back = left.at(-1);
  if (back === undefined) return closed;
  const { cwd: _cwd, line: _line, ...rest } = closed.state;
  return {
    state: {
      ...rest,
      phase: 'unknown',
      shell: back.shell,
      outer: closed.state.outer.slice(0, to),
      ...(back.cwd === undefined ? {} : { cwd: back.cwd }),
    },
    actions: [
      ...closed.actions,
      ...left.map((one) => finishedAction(one.entered, now, one === back ? exitCode : undefined, 'left')),
      ...(back.cwd === undefined || back.cwd === state.cwd
        ? []
        : [{ type: 'terminal/cwdChanged', cwd: back.cwd } as const]),
    ],
  };
}
