/** Builds the keymap: defaults chosen by settings and outer terminal, then the user's key lines. */

import { defaultBindings } from '../keys/bindings/default-bindings.ts';
import { applyKeyLines } from '../keys/bindings/key-lines.ts';
import { type Keymap, keymapOf } from '../keys/bindings/keymap.ts';
import { keepsF4, type Outer } from '../keys/outer-keys.ts';
import type { Config, ConfigProblem } from './parse.ts';

export function configKeymap(
  config: Pick<Config, 'settings' | 'keys'>,
  outer: Outer,
): { readonly keymap: Keymap; readonly problems: readonly ConfigProblem[] } {
  const { preset, ctrlE, ctrlK, lockKey } = config.settings;
  const defaults = defaultBindings({ preset, ctrlE, ctrlK, lockKey, keepF4: keepsF4(outer) });
  const { bindings, conflicts } = applyKeyLines(defaults, config.keys);
  const problems = conflicts.map(({ line, problem }) => {
    const text = config.keys.find((key) => key.line === line)?.text ?? '';
    return { line, text, problem };
  });
  return { keymap: keymapOf(bindings), problems };
}
