import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/tui/config/parse.ts';
import { sampleConfig, settingsTable } from '../../../src/tui/config/sample.ts';
import { readValue, writeValue } from '../../../src/tui/config/setting-kinds.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES, SETTINGS } from '../../../src/tui/config/settings.ts';

describe('SETTINGS', () => {
  it('accept their own defaults, as they are written', () => {
    for (const name of SETTING_NAMES) {
      const kind = SETTINGS[name];
      expect([name, readValue(kind, writeValue(kind.default))]).toEqual([
        name,
        { ok: true, value: kind.default },
      ]);
    }
  });

  it('take a key only if programs can do without it', () => {
    expect(readValue(SETTINGS.lockKey, 'Ctrl+]')).toEqual({ ok: true, value: 'ctrl+]' });
    expect(readValue(SETTINGS.lockKey, 'x')).toEqual({
      ok: false,
      problem: 'must be a key that types nothing, or one with Ctrl or Alt',
    });
    expect(readValue(SETTINGS.lockKey, 'F99')).toEqual({
      ok: false,
      problem: 'must be a key; there is no key called F99',
    });
  });

  it('are described in one line each', () => {
    for (const name of SETTING_NAMES) expect(SETTINGS[name].about).toMatch(/^[A-Z][^\n]{5,110}\.?$/);
  });
});

describe('sampleConfig', () => {
  it('changes nothing', () => {
    expect(parseConfig(sampleConfig())).toEqual({
      settings: DEFAULT_SETTINGS,
      styles: {},
      keys: [],
      problems: [],
    });
  });

  it('can have every line switched on and is still good', () => {
    const config = parseConfig(sampleConfig().replace(/^#(?! )/gm, ''));
    expect(config.problems).toEqual([]);
    expect(config.settings).toEqual(DEFAULT_SETTINGS);
    expect(config.keys).toHaveLength(5);
  });

  it('names every setting', () => {
    for (const name of SETTING_NAMES) expect(sampleConfig()).toContain(`\n#${name} =`);
  });
});

describe('settingsTable', () => {
  it('has a row for every setting', () => {
    const rows = settingsTable().trim().split('\n').slice(2);
    expect(rows).toHaveLength(SETTING_NAMES.length);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
  });
});
