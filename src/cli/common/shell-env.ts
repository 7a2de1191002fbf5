/** The environment that the host's shells inherit: that of this process, without what `npm start` adds. */

import type { Io } from './io.ts';

const OF_NPM = /^(?:npm_.*|INIT_CWD|NODE|COLOR)$/;

export function shellEnv(env: Io['env']): Io['env'] {
  // Outside of npm, variables such as `npm_config_…` are the user's own and are kept.
  if (env['npm_lifecycle_event'] === undefined) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_NPM.test(name)));
}
