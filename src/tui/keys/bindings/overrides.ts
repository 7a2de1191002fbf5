/** The person's own key lines over the defaults, line by line; what cannot stand is reported and left out. */

import type { Binding } from '../binding.ts';
import type { CommandId } from '../command-ids.ts';
import { overlap } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import type { PassThroughMode } from '../mode.ts';
import type { KeyLine } from './parse-binding.ts';

/** A key line with its number in the config file. */
export type NumberedKeyLine = { readonly line: number; readonly key: KeyLine };

export type KeyConflict = { readonly line: number; readonly problem: string };

export type Overridden = {
  readonly bindings: readonly Binding[];
  readonly conflicts: readonly KeyConflict[];
};

type Placed = { readonly binding: Binding /** Absent: a default. */; readonly line?: number };

/** Own bindings come first, so that hints show them before the defaults. */
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
    const twice = placed.find((one) => one.line !== undefined && competes(one.binding, numbered.key));
    if (twice) conflicts.push({ line: numbered.line, problem: `${describe(twice)} too; this line wins` });
    placed = next;
  }
  return { bindings: placed.map(({ binding }) => binding), conflicts };
}

/** The newest line is asked first, so where its condition does not hold the key keeps what it did. */
function place(placed: readonly Placed[], { line, key }: NumberedKeyLine): Placed[] {
  const { mode, key: name } = key.kind === 'bind' ? key.binding : key;
  const kept = placed.filter(
    ({ binding }) => binding.mode !== mode || binding.key !== name || survives(binding, key),
  );
  return key.kind === 'bind' ? [{ binding: key.binding, line }, ...kept] : kept;
}

/** Of the same key: a binding for other moments stays. */
function survives(there: Binding, key: KeyLine): boolean {
  return key.kind === 'bind' && key.binding.when !== undefined && key.binding.when !== there.when;
}

/** Two lines for the same moment. A condition beside an unconditional line is meant: the rule and its exception. */
function competes(there: Binding, key: KeyLine): boolean {
  if (key.kind === 'unbind') return false;
  const { binding } = key;
  if (there.mode !== binding.mode || there.key !== binding.key) return false;
  if ((there.when === undefined) !== (binding.when === undefined)) return false;
  return overlap(there.when, binding.when);
}

const EXITS: Readonly<Record<PassThroughMode, ReadonlySet<CommandId>>> = {
  raw: new Set(['mode.run', 'mode.toggleRaw', 'mode.browse']),
  lock: new Set(['mode.unlock', 'mode.run', 'mode.browse']),
};

/** Nobody may lock themselves in. */
function modeWithoutExit(placed: readonly Placed[]): PassThroughMode | undefined {
  const leaves = (mode: PassThroughMode) =>
    placed.some(({ binding }) => binding.mode === mode && EXITS[mode].has(binding.command));
  if (!leaves('raw')) return 'raw';
  return leaves('lock') ? undefined : 'lock';
}

function describe({ binding, line }: Placed): string {
  return `${keyLabel(binding.key)} in ${binding.mode} was bound in line ${line ?? 0}`;
}
