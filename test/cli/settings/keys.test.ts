import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run as runConfig } from '../../../src/cli/settings/config.ts';
import { run as runKeys } from '../../../src/cli/settings/keys.ts';
import { parseConfig } from '../../../src/tui/config/parse.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-keys-'));
});
afterEach(() => removeFolder(folder));

describe('cotty keys', () => {
  test('prints a table a mode', async () => {
    const { io, out } = fakeIo();
    expect(await runKeys([], io)).toBe(0);
    expect(out()).toMatch(/^RUN: .*\n {2}/);
    expect(out()).toMatch(/^RAW: /m);
    expect(out()).toMatch(/^BROWSE: /m);
    expect(out()).not.toContain('keeps it');
  });

  test('marks what the outer terminal keeps', async () => {
    const { io, out } = fakeIo({ env: { VTE_VERSION: '7600' } });
    await runKeys([], io);
    expect(out()).toMatch(/Alt\+1…9 .*\[GNOME Terminal keeps it\]/);
  });

  test('follows the lines of the configuration, and reports the one it cannot read', async () => {
    const path = join(folder, 'config');
    writeFileSync(path, 'bind run ctrl+t tab.new\nbind run nonsense\n');
    const { io, out, err } = fakeIo();
    expect(await runKeys(['--list', '--config', path], io)).toBe(0);
    expect(out()).toMatch(/^run +Ctrl\+T +tab\.new/m);
    expect(err()).toMatch(new RegExp(`^cotty: ${path}:2: `));
  });

  test('fails for a configuration that is asked for and not there', async () => {
    const { io, out, err } = fakeIo();
    expect(await runKeys(['--config', join(folder, 'none')], io)).toBe(1);
    expect(err()).toBe(
      `cotty: the configuration "${folder}/none" cannot be read (no such file or directory)\n`,
    );
    expect(out()).toBe('');
  });

  test('does not miss a configuration that nobody asked for', async () => {
    const { io, err } = fakeIo({ env: { HOME: folder } });
    expect(await runKeys([], io)).toBe(0);
    expect(err()).toBe('');
  });
});

describe('cotty config', () => {
  test('prints a configuration that says nothing yet and has no mistake', async () => {
    const { io, out, err } = fakeIo();
    expect(await runConfig([], io)).toBe(0);
    expect(parseConfig(out())).toMatchObject({ problems: [], keys: [] });
    expect(err()).toBe('');
  });
});
