/** Changes a config file in one step: whoever reads it meanwhile sees it as it was, or as it is now. */

import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';

/** `edit` gets an empty text where there is no file. Throws the system's error. */
export function changeFile(asked: string, edit: (text: string) => string): void {
  const { path, text, mode } = current(asked);
  const next = edit(text);
  if (next === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, next, { mode });
  renameSync(draft, path);
}

/** Follows links, so that a file kept elsewhere stays linked. */
function current(asked: string): { readonly path: string; readonly text: string; readonly mode: number } {
  try {
    const path = realpathSync(asked);
    return { path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { path: asked, text: '', mode: 0o644 };
    throw error;
  }
}
