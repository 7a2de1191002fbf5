/** Applies the user's key lines to the default bindings; a line that cannot be applied is reported and ignored. */

import type { CommandId } from '../commands/commands.ts';
import { overlap } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import type { PassThroughMode } from '../key-table.ts';
import type { Binding } from './keymap.ts';
import type { KeyLine } from './parse-binding.ts';

/** A key line with its number in the config file. */
export type NumberedKeyLine = { readonly line: number; readonly key: KeyLine };

export type KeyConflict = { readonly line: number; readonly problem: string };

export type Overridden = {
  readonly bindings: readonly Binding[];
  readonly conflicts: readonly KeyConflict[];
};

type Placed = { readonly binding: Binding /** Absent for a default binding. */; readonly line?: number };

/** Puts the user's bindings first, so that hints show them before the defaults. */
export function applyKeyLines(defaults: readonly Binding[], lines: readonly NumberedKeyLine[]): Overridden {
  let placed: readonly Placed[] = defaults.map((binding) => ({ binding }));
  const conflicts: KeyConflict[] = [];
  for (const numbered of lines) {
    const next = place(placed, numbered);
    const stuck = modeWithoutExit(next);
    if (stuck) {
      const problem = `no key would be left to leave ${stuck.toUpperCase()}; line ignored`;
      conflicts.push({ line: numbered.line, problem });
      continue;
    }
    const alone = placed.find((one) => one.line !== undefined && hides(one.binding, numbered.key));
    if (alone)
      conflicts.push({ line: numbered.line, problem: `${describe(alone)}, which takes the first key` });
    const twice = placed.find((one) => one.line !== undefined && competes(one.binding, numbered.key));
    if (twice) conflicts.push({ line: numbered.line, problem: `${describe(twice)}; this line wins` });
    placed = next;
  }
  return { bindings: placed.map(({ binding }) => binding), conflicts };
}

/** Puts the newest line first. Where its condition does not hold, the key keeps its earlier binding. */
function place(placed: readonly Placed[], { line, key }: NumberedKeyLine): Placed[] {
  const { table, key: name } = key.kind === 'bind' ? key.binding : key;
  const kept = placed.filter(
    (one) =>
      one.binding.table !== table ||
      ((one.binding.key !== name || survives(one.binding, key)) && !makesWay(one, name)),
  );
  return key.kind === 'bind' ? [{ binding: key.binding, line }, ...kept] : kept;
}

/** Whether a default binding makes way for two keys of the user's of which it has the first: alone, it would take that one. */
function makesWay({ binding, line }: Placed, name: string): boolean {
  return line === undefined && binding.when === undefined && name.startsWith(`${binding.key} `);
}

/** Whether an earlier binding of the same key stays: only when the new one has a different condition. */
function survives(earlier: Binding, key: KeyLine): boolean {
  return key.kind === 'bind' && key.binding.when !== undefined && key.binding.when !== earlier.when;
}

/**
 * Whether two lines bind the same key for the same moment. A line with a condition beside one without is no conflict:
 * it is an exception to the rule.
 */
function competes(earlier: Binding, key: KeyLine): boolean {
  if (key.kind === 'unbind') return false;
  const { binding } = key;
  if (earlier.table !== binding.table || earlier.key !== binding.key) return false;
  if ((earlier.when === undefined) !== (binding.when === undefined)) return false;
  return overlap(earlier.when, binding.when);
}

/** Whether a binding takes the first of the two keys that a line binds. */
function hides(earlier: Binding, key: KeyLine): boolean {
  if (key.kind === 'unbind') return false;
  return earlier.table === key.binding.table && key.binding.key.startsWith(`${earlier.key} `);
}

const EXITS: Readonly<Record<PassThroughMode, ReadonlySet<CommandId>>> = {
  raw: new Set(['mode.run', 'mode.toggleRaw', 'mode.browse']),
  lock: new Set(['mode.unlock', 'mode.run', 'mode.browse']),
};

/** Returns the mode that no key would leave any more, so that users cannot lock themselves in. */
function modeWithoutExit(placed: readonly Placed[]): PassThroughMode | undefined {
  const leaves = (mode: PassThroughMode) =>
    placed.some(({ binding }) => binding.table === mode && EXITS[mode].has(binding.command));
  if (!leaves('raw')) return 'raw';
  return leaves('lock') ? undefined : 'lock';
}

function describe({ binding, line }: Placed): string {
  return `${keyLabel(binding.key)} in ${binding.table} was already bound in line ${line ?? 0}`;
}
