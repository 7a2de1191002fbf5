import { describe, expect, test } from 'vitest';
import { overQuota } from '../../../src/host/clients/quota.ts';
import { withLimits } from '../../../src/host/common/limits.ts';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';

const mara: TerminalClaim = { kind: 'client', clientId: 'mara' };
const eve: TerminalClaim = { kind: 'client', clientId: 'eve' };
const ada: TerminalClaim = { kind: 'session', session: 'ada' };
/** A session of the same name as a client is somebody else. */
const maraSession: TerminalClaim = { kind: 'session', session: 'mara' };

const limits = withLimits({ terminals: 4, clientTerminals: 2, sessionTerminals: 1 });

describe('a further terminal', () => {
  test.each([
    ['the first', mara, []],
    ['one below the limit of a client', mara, [mara]],
    ['while others hold theirs', mara, [mara, eve, ada]],
    ['of a client, while a session has its name', mara, [maraSession, mara]],
    ['of a session, while a client has its name', maraSession, [mara, mara]],
    ['of a session, while another session has one', maraSession, [ada]],
  ] as const)('is made: %s', (_what, claim, held) => {
    expect(overQuota(claim, held, limits)).toBeUndefined();
  });

  test.each([
    [
      'the host is full, whoever asks',
      eve,
      [mara, mara, ada, maraSession],
      'the host has 4 terminals already, which is the limit: close one first, or start the host with --limits terminals=N',
    ],
    [
      'a client has its share',
      mara,
      [mara, eve, mara],
      'this client holds 2 terminals already, which is the limit: close one first, or start the host with --limits clientTerminals=N',
    ],
    [
      'a session has its share',
      ada,
      [ada],
      'ada holds 1 terminals already, which is the limit: close one first, or start the host with --limits sessionTerminals=N',
    ],
  ] as const)('is refused with the way out: %s', (_what, claim, held, why) => {
    expect(overQuota(claim, held, limits)).toBe(why);
  });
});
