import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT_VERSIONS, negotiate, usesLifecycle } from '../../../src/protocol/common/versions.ts';

describe('negotiate', () => {
  it('agrees with our own client on the newest version', () => {
    expect(negotiate(CLIENT_VERSIONS)).toEqual({ ok: true, version: '1.0.0' });
  });

  it('accepts each version our client offers', () => {
    for (const version of CLIENT_VERSIONS) expect(negotiate([version])).toEqual({ ok: true, version });
  });

  it.each([
    [['1.1.0'], '1.1.0'],
    [['0.9.4', '0.9.0'], '0.9.4'],
    [['0.9.0', '1.2.3', '2.0.0'], '1.2.3'],
    [['0.10.0', '0.8.0'], '0.8.0'],
    [['0.5.0', '0.4.0', '0.3.0'], '0.5.0'],
  ])('takes the highest acceptable of %j, exactly as offered', (offered, version) => {
    expect(negotiate(offered)).toEqual({ ok: true, version });
  });

  it.each([[[]], [['2.0.0']], [['0.10.0']], [['0.1.0']], [['0.0.9']]])(
    'refuses %j and says what it speaks',
    (offered) => {
      const result = negotiate(offered);
      expect(result).toMatchObject({
        ok: false,
        supported: expect.arrayContaining(['^1.0.0', '^0.9.0', '^0.2.0']),
      });
    },
  );

  it.each(['1.0', '01.0.0', '1.0.0-beta', 'v1.0.0', '1.0.0+1', '', '1.0.0\n'])(
    'names the malformed version %j instead of passing over it',
    (malformed) => {
      expect(negotiate(['1.0.0', malformed])).toMatchObject({
        ok: false,
        reason: expect.stringContaining('malformed'),
      });
    },
  );

  it('never throws and only ever returns something that was offered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,2}\.\d{1,2}\.\d{1,2}$/))),
        (offered) => {
          const result = negotiate(offered);
          if (result.ok) expect(offered).toContain(result.version);
        },
      ),
    );
  });
});

describe('usesLifecycle', () => {
  it('begins with 0.9', () => {
    expect(['0.2.0', '0.8.0', '0.8.9', '0.9.0', '0.9.1', '1.0.0', '1.1.0'].map(usesLifecycle)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
