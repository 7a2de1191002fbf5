/**
 * Reads the setting `nestedShells` for the host. It is read for each inner shell, so a change applies to the next one. A window
 * with `--config` sends the setting of that file to the host itself.
 */

import { readFileSync } from 'node:fs';
import { configPath } from '../../tui/config/edit-config.ts';
import { readLine } from '../../tui/config/line.ts';
import { onOff, readValue } from '../../tui/config/setting-kinds.ts';
import type { Io } from '../common/io.ts';

/** Whether to set up shell integration in inner shells. */
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
    // The file is optional; the window reports one that cannot be read.
    return '';
  }
}
