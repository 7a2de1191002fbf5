/** The environment shells of the host inherit: this window's, less what belongs to this one start of it. */

import type { Io } from './io.ts';

/** Set for one window or one terminal only; wrong for every later one. */
const OF_THIS_WINDOW = new Set(['COTTY_TERMINAL', 'WINDOWID', 'COTTY_DEBUG']);
/** Besides its `npm_…` variables, what `npm start` adds. */
const OF_NPM = new Set(['INIT_CWD', 'NODE', 'COLOR']);

export function shellEnv(env: Io['env']): Record<string, string> {
  const underNpm = env['npm_lifecycle_event'] !== undefined;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const dropped = OF_THIS_WINDOW.has(name) || (underNpm && (OF_NPM.has(name) || name.startsWith('npm_')));
    if (value !== undefined && !dropped) kept[name] = value;
  }
  return kept;
}
