/** Findings about the installation: Node, and the native packages node-pty and koffi. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Io } from '../common/io.ts';
import type { Finding } from './finding.ts';
import { output } from './program-output.ts';

/** Loads a package in a child process: machine code that crashes while it loads must not end `doctor`. */
const LOAD = 'require(process.argv[1]).load?.(null); process.stdout.write("ok")';

/** The major version of Node from which on windows start sooner and bulk output needs less CPU. */
const RECOMMENDED_NODE = 24;

export function nodeFinding(version: string): Finding {
  const text = `Node ${version} (${process.platform} ${process.arch})`;
  if (Number.parseInt(version, 10) >= RECOMMENDED_NODE) return { id: 'node', status: 'yes', text };
  const hint = `Node ${RECOMMENDED_NODE}, the newest with long-term support, opens windows sooner and needs less CPU.`;
  return { id: 'node', status: 'yes', text, hint };
}

export async function installationFindings(env: Io['env']): Promise<Finding[]> {
  const [pty, calls] = await Promise.all([tryPackage('node-pty', env), tryPackage('koffi', env)]);
  return [nodeFinding(process.versions.node), ptyFinding(pty), callsFinding(calls)];
}

/** The installed version of a package, and whether it loads; undefined if it is not installed. */
export type Tried = { readonly version: string; readonly loads: boolean } | undefined;

export function ptyFinding(tried: Tried): Finding {
  const id = 'node-pty';
  if (tried === undefined)
    return { id, status: 'bad', text: 'node-pty is not installed', hint: 'Run npm install again.' };
  if (tried.loads) return { id, status: 'yes', text: `node-pty ${tried.version} loads` };
  return {
    id,
    status: 'bad',
    text: `node-pty ${tried.version} does not load on this system`,
    // Without the variable, npm would keep the prebuilt binary, which does not load.
    hint: 'Install a C++ compiler, make and Python, then run: npm_config_build_from_source=true npm rebuild node-pty',
  };
}

/** koffi is optional: without it, the modes of a pty are read by running `stty`, which takes longer. */
export function callsFinding(tried: Tried): Finding {
  const id = 'system-calls';
  if (tried?.loads)
    return {
      id,
      status: 'yes',
      text: `modes of terminals are read by system calls (koffi ${tried.version})`,
    };
  const why =
    tried === undefined ? 'koffi is not installed' : `koffi ${tried.version} does not load on this system`;
  return {
    id,
    status: 'no',
    text: `modes of terminals are read by running stty: ${why}`,
    hint: 'It costs some CPU while keys are typed. To change it: npm install --include=optional',
  };
}

async function tryPackage(name: string, env: Io['env']): Promise<Tried> {
  const folder = packageFolder(name);
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { version, loads: (await output(process.execPath, ['-e', LOAD, folder], env)) === 'ok' };
}

function packageFolder(name: string): string | undefined {
  try {
    // Not every package lets others read its package.json by name.
    const entry = createRequire(import.meta.url).resolve(name);
    return entry.slice(0, entry.lastIndexOf(join('node_modules', name))) + join('node_modules', name);
  } catch {
    // It is not installed.
    return undefined;
  }
}
