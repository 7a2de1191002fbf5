/** Reads a project file from the disk: its terminals with their folders, and what it is known by. */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';
import { MAX_BYTES, type ProjectPanes, type ProjectTerminal, parseProject } from './project-file.ts';

export type Project = {
  readonly path: string;
  /** SHA-256 of the file, in hexadecimal: it is trusted as it is. */
  readonly hash: string;
  /** Each with its folder as an absolute path. */
  readonly terminals: readonly ProjectTerminal[];
  readonly panes: readonly ProjectPanes[];
};

export type FoundProject =
  | { readonly ok: true; readonly project: Project }
  /** `error` names file, line and value. */
  | { readonly ok: false; readonly error: string };

export function readProject(path: string): FoundProject {
  const bytes = contentOf(path);
  if (typeof bytes === 'string') return { ok: false, error: `${path} cannot be read (${bytes})` };
  if (typeof bytes === 'number') {
    return { ok: false, error: `${path} has ${bytes} bytes; a project file has at most ${MAX_BYTES}` };
  }
  const parsed = parseProject(bytes.toString('utf8'));
  if (!parsed.ok) return { ok: false, error: `${path}:${parsed.line}: ${parsed.problem}` };
  const terminals = parsed.terminals.map((each) => ({
    ...each,
    folder: resolve(dirname(path), each.folder),
  }));
  if (terminals.length === 0)
    return { ok: false, error: `${path} names no terminal: write "terminal = NAME"` };
  const missing = terminals.find(({ folder }) => !isFolder(folder));
  if (missing !== undefined) {
    return { ok: false, error: `${path}: the folder of "${missing.name}" is not there: ${missing.folder}` };
  }
  return {
    ok: true,
    project: { path, hash: createHash('sha256').update(bytes).digest('hex'), terminals, panes: parsed.panes },
  };
}

/** The content, or only its size in bytes when that is too much, or the code of the error. */
function contentOf(path: string): Buffer | number | string {
  try {
    const { size } = statSync(path);
    return size > MAX_BYTES ? size : readFileSync(path);
  } catch (error) {
    return systemCode(error);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
