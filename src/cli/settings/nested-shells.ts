/**
 * The setting `nestedShells`, as the host reads it whenever a shell is entered: a change counts from the next one on. The file
 * that a window was given by `--config` is that window's alone, which tells the host what it says.
 */

import { readFileSync } from 'node:fs';
import { configPath } from '../../tui/config/edit-config.ts';
import { readLine } from '../../tui/config/line.ts';
import { onOff, readValue } from '../../tui/config/setting-kinds.ts';
import type { Io } from '../common/io.ts';

/** Whether shells that are entered are given marks. */
export function nestedShells(env: Io['env']): boolean {
  const path = configPath(env);
  if (path === undefined) return true;
  const values = textOf(path)
    .split(/\r\n|\n|\r/)
    .flatMap((text) => {
      const line = readLine(text);
      if (line.kind !== 'setting' || line.name !== 'nestedShells') return [];
      const read = readValue(onOff(true, ''), line.value);
      return read.ok ? [read.value] : [];
    });
  return values.at(-1) !== false;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There need not be such a file; one that cannot be read is reported by the window.
    return '';
  }
}
