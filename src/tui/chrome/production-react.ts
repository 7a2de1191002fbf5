/** React without its development checks, which make each frame of the chrome a third slower. */

import { createRequire } from 'node:module';

/** Packages that Ink draws with; each chooses between its two builds when it is first loaded. */
const PARTS = [
  'react',
  'react/jsx-runtime',
  'react-reconciler',
  'react-reconciler/constants.js',
  'scheduler',
];

/**
 * Loads their production builds; call it before anything imports Ink. They choose by NODE_ENV, which belongs to the
 * person: shells started by this process must not inherit our value, so it is set only while nothing else can run.
 */
export function preferProductionReact(env: NodeJS.ProcessEnv): void {
  if (env['NODE_ENV'] !== undefined) return;
  // Resolves them as Ink does. `import.meta.resolve` would do, but came with Node 20.6.
  const load = createRequire(createRequire(import.meta.url).resolve('ink'));
  env['NODE_ENV'] = 'production';
  try {
    for (const part of PARTS) load(part);
  } catch {
    // Another version of Ink draws with other packages: slower, but right.
  } finally {
    delete env['NODE_ENV'];
  }
}
