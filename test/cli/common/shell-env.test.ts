import { describe, expect, test } from 'vitest';
import { shellEnv } from '../../../src/cli/common/shell-env.ts';

describe('shellEnv', () => {
  test('leaves out what npm adds to a program it starts', () => {
    const env = { npm_lifecycle_event: 'start', npm_config_cache: '/c', INIT_CWD: '/w', PATH: '/bin' };
    expect(shellEnv(env)).toEqual({ PATH: '/bin' });
  });

  test("keeps a person's own npm settings where npm started nothing", () => {
    expect(shellEnv({ npm_config_registry: 'https://r.test' })).toEqual({
      npm_config_registry: 'https://r.test',
    });
  });
});
