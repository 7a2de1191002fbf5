import { describe, expect, test } from 'vitest';
import { keptEnv } from '../../../src/ledger/records/kept-env.ts';

describe('the variables of a terminal that may be stored', () => {
  test.each(['MY_PW', 'PW', 'pw', 'DB_PW_PROD', 'DB_PWD', 'API_KEY', 'AUTH', 'SESSION_ID'])(
    'are not %s',
    (name) => {
      expect(keptEnv({ [name]: 'hunter2', EDITOR: 'vi' })).toEqual({ EDITOR: 'vi' });
    },
  );

  test.each(['PWD', 'OLDPWD', 'PATH', 'LANG'])('are %s', (name) => {
    expect(keptEnv({ [name]: '/x' })).toEqual({ [name]: '/x' });
  });

  test('are not those whose value is a secret of a known form', () => {
    expect(keptEnv({ REMOTE: 'https://me:geheim@host/x', OPTS: 'a' })).toEqual({ OPTS: 'a' });
    expect(keptEnv({ REMOTE: 'https://me:geheim@host/x' })).toBeUndefined();
  });
});
