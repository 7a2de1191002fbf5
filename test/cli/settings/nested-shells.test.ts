import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nestedShells } from '../../../src/cli/settings/nested-shells.ts';

function withConfig(text: string): boolean {
  const home = mkdtempSync(join(tmpdir(), 'cotty-'));
  mkdirSync(join(home, 'cotty'));
  writeFileSync(join(home, 'cotty/config'), text);
  return nestedShells({ XDG_CONFIG_HOME: home });
}

it('is on without a file, without the line, and where the line says nothing that counts', () => {
  expect(nestedShells({})).toBe(true);
  expect(nestedShells({ HOME: '/nowhere' })).toBe(true);
  expect(withConfig('mouse = off\nnestedShells = maybe\n')).toBe(true);
});

it('is off where the last line that counts says so', () => {
  expect(withConfig('nestedShells = off # nothing is typed\r\n')).toBe(false);
  expect(withConfig('nestedShells = off\nnestedShells = on\n')).toBe(true);
});
