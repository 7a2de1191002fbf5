/** Machines beside the window's own host: their list, terminals that are opened there, and the questions on the way to them. */

import { EMPTY_EDITOR } from '../../../screen/editor/editor-state.ts';
import { machineMatches } from '../../model/derived/choices.ts';
import type { Dialog, MachineRow, Model } from '../../model/model.ts';
import { type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { oneLine } from '../../outer/one-line.ts';

export function openMachines(model: Model, { now }: ViewState): Step {
  if (model.machines.length === 0)
    return step(withToast(model, 'no other machine is known; to add one: cotty machine add ADDRESS', now));
  return step({ ...model, dialog: { kind: 'machines', editor: EMPTY_EDITOR, selected: 0 } });
}

/** Opens a terminal on the chosen machine, or connects to it if it is not there. */
export function acceptMachine(model: Model): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'machines') return step(model);
  const closed: Model = { ...model, dialog: undefined };
  const machine = machineMatches(model)[dialog.selected];
  if (machine === undefined) return step(closed, { kind: 'create' });
  return machine.state.kind === 'ready'
    ? step(closed, { kind: 'create', machine: machine.name })
    : step(closed, { kind: 'connectMachine', name: machine.name });
}

/** Takes the states of the machines; says which one has gone away, needs somebody, or is back. */
export function machinesTold(model: Model, machines: readonly MachineRow[], now: number): Step {
  const before = new Map(model.machines.map((machine) => [machine.name, machine.state]));
  const next: Model = { ...model, machines };
  for (const { name, state } of machines) {
    const was = before.get(name);
    if (was?.kind === state.kind) continue;
    if (state.kind === 'ready' && (was?.kind === 'away' || was?.kind === 'stopped'))
      return step(withToast(next, `${name} is back`, now, 'good'));
    if (state.kind === 'away' && was?.kind === 'ready')
      return step(withToast(next, `${name} is not reachable: ${shortly(state.reason)}`, now, 'bad'));
    if (state.kind === 'stopped')
      return step(withToast(next, `${name} needs you: ${shortly(state.reason)}`, now, 'bad'));
  }
  return step(next);
}

/** Characters of a reason in the bar, which has room for one line; the list of machines has the whole of it. */
const MOST_REASON = 48;

function shortly(reason: string): string {
  const line = oneLine(reason, reason.length);
  return line.length <= MOST_REASON ? line : `${line.slice(0, MOST_REASON - 1)}…`;
}

// Questions are asked one after the other, when no other dialog is open.

export function showQuestion(model: Model): Model {
  const [asked, ...later] = model.machineQuestions;
  if (asked === undefined || model.dialog !== undefined) return model;
  return { ...model, machineQuestions: later, dialog: { kind: 'machineAsk', asked, editor: EMPTY_EDITOR } };
}

type MachineAsk = Extract<Dialog, { kind: 'machineAsk' }>;

export function answerMachine(model: Model, { asked }: MachineAsk, text: string | undefined): Step {
  return step({ ...model, dialog: undefined }, { kind: 'answerMachine', id: asked.id, text });
}

/** The program no longer waits for the answer. */
export function questionGone(model: Model, id: number): Model {
  const { dialog, machineQuestions } = model;
  const isOpen = dialog?.kind === 'machineAsk' && dialog.asked.id === id;
  return {
    ...model,
    machineQuestions: machineQuestions.filter((question) => question.id !== id),
    ...(isOpen ? { dialog: undefined } : {}),
  };
}
