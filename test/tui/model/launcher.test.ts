import { chmodSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launcherOf } from '../../../src/tui/window/start.ts';

describe('the launcher', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-launcher-')));
  const script = join(folder, 'cotty.js');
  writeFileSync(script, '#!/bin/sh\n');
  chmodSync(script, 0o755);

  test('is cotty where the PATH leads to this very program', () => {
    symlinkSync(script, join(folder, 'cotty'));
    expect(launcherOf({ PATH: `/nowhere:${folder}` }, '/bin/node', script)).toEqual(['cotty']);
  });

  test('is the way this program was started where the PATH leads nowhere, or to another one', () => {
    expect(launcherOf({ PATH: '/nowhere' }, '/bin/node', script)).toEqual(['/bin/node', script]);
    expect(launcherOf({ PATH: folder }, '/bin/node', '/bin/sh')).toEqual([
      '/bin/node',
      realpathSync('/bin/sh'),
    ]);
    expect(launcherOf({}, '/bin/node', '/gone/cotty.js')).toEqual(['/bin/node', '/gone/cotty.js']);
  });
});
