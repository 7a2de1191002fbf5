/** The environment the host's shells inherit: this process's, less what `npm start` puts into it. */

import type { Io } from '../ground/io.ts';

const OF_NPM = /^(?:npm_.*|INIT_CWD|NODE|COLOR)$/;

export function shellEnv(env: Io['env']): Io['env'] {
  // A person may have `npm_config_…` variables too; those are kept.
  if (env['npm_lifecycle_event'] === undefined) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_NPM.test(name)));
}
