/** Changes the file of machines, and leaves the other lines as they are. */

import { isMachineAddress } from '../../machine/address.ts';
import { changeFile } from '../../tui/config/edit-config.ts';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { findMachine, isMachineName, type Machine, machinesPath, readMachines } from '../connect/machines.ts';

/** Returns whether the file was changed, and prints why if not. */
export function changeMachines(io: Io, edit: (text: string) => string): boolean {
  const path = machinesPath(io.env);
  if (path === undefined) {
    complain(io, 'there is no place for the names of machines: HOME is not set');
    return false;
  }
  try {
    changeFile(path, edit);
    return true;
  } catch (error) {
    complain(io, `${path} cannot be written: ${causeText(error)}`);
    return false;
  }
}

/** The machines of the file; prints what is wrong with other lines of it. */
export function knownMachines(io: Io): readonly Machine[] {
  const { machines, problems } = readMachines(io.env);
  for (const problem of problems) complain(io, problem);
  return machines;
}

/** Finds the machine that a person has named; prints it if there is none. */
export function namedMachine(name: string, io: Io): Machine | undefined {
  for (const problem of readMachines(io.env).problems) complain(io, problem);
  if (isMachineAddress(name)) {
    complain(io, `give the name of a machine, not its address: ${name}`);
    return undefined;
  }
  const found = findMachine(name, io.env);
  if (found.ok) return found.machine;
  complain(io, found.error);
  return undefined;
}

/** Why a name cannot be given; undefined if it can. */
export function wrongName(name: string, machines: readonly Machine[]): string | undefined {
  if (!isMachineName(name)) {
    return `"${name.slice(0, 80)}" is no name of a machine; use up to 32 letters, digits and . _ -, and a letter first`;
  }
  const other = machines.find((each) => each.name === name);
  return other === undefined ? undefined : `${name} is already the name of ${other.reach.address}`;
}
