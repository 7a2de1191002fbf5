/** Reads a project file from disk: its terminals and panes, and the hash by which its trust is remembered. */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';
import { causeText } from '../common/error-text.ts';
import { readSmallFile } from '../common/read-small-file.ts';
import { MAX_BYTES, type ProjectPanes, type ProjectTerminal, parseProject } from './project-file.ts';

export type Project = {
  readonly path: string;
  /** SHA-256 of the file in hexadecimal. Trust applies to this content only. */
  readonly hash: string;
  /** The terminals of the file; their folders are absolute paths. */
  readonly terminals: readonly ProjectTerminal[];
  readonly panes: readonly ProjectPanes[];
};

export type FoundProject =
  | { readonly ok: true; readonly project: Project }
  /** `error` names file, line and value. */
  | { readonly ok: false; readonly error: string };

export function readProject(path: string): FoundProject {
  const file = readSmallFile(path, MAX_BYTES);
  if (!file.ok) {
    const { why, size } = file;
    const error =
      size === undefined
        ? `${path} cannot be read (${why})`
        : `${path} has ${size} bytes; a project file has at most ${MAX_BYTES}`;
    return { ok: false, error };
  }
  const { bytes } = file;
  const parsed = parseProject(bytes.toString('utf8'));
  if (!parsed.ok) return { ok: false, error: `${path}:${parsed.line}: ${parsed.problem}` };
  const terminals = parsed.terminals.map((each) => ({
    ...each,
    folder: resolve(dirname(path), each.folder),
  }));
  if (terminals.length === 0)
    return { ok: false, error: `${path} names no terminal; add a line "terminal = NAME"` };
  for (const { name, folder } of terminals) {
    const why = whyNoFolder(folder);
    if (why !== undefined) return { ok: false, error: `${path}: the folder of "${name}" ${why}: ${folder}` };
  }
  return {
    ok: true,
    project: { path, hash: createHash('sha256').update(bytes).digest('hex'), terminals, panes: parsed.panes },
  };
}

/** Returns why the path cannot be used as a folder, or undefined if it can. */
function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'is not a folder';
  } catch (error) {
    const code = systemCode(error);
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${causeText(error)})`;
  }
}
