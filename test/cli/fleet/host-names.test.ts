import { beforeEach, describe, expect, test } from 'vitest';
import { HostNames } from '../../../src/cli/fleet/host-names.ts';

const [ONE, TWO] = ['0000000000000001', '0000000000000002'] as const;
let names = new HostNames();
beforeEach(() => {
  names = new HostNames();
});

describe('the name of a host', () => {
  test('stands alone where one host says it, and is found by name, id, or both', () => {
    names.add({ id: ONE, name: 'box' });
    expect(names.of({ id: ONE, name: 'what it was called then' })).toBe('box');
    for (const named of ['box', 'BOX', ONE, `box~${ONE}`, `anything~${ONE}`])
      expect(names.find(named)).toEqual({ ok: true, id: ONE });
    expect(names.find('bux')).toEqual({ ok: false, error: 'no host of the fleet is called "bux"' });
  });

  test('has the id behind it where another one says the same, whatever the case', () => {
    names.add({ id: ONE, name: 'box' });
    names.add({ id: TWO, name: 'Box' });
    expect(names.of({ id: ONE, name: 'box' })).toBe(`box~${ONE}`);
    expect(names.of({ id: TWO, name: 'Box' })).toBe(`Box~${TWO}`);
    const asked = names.find('box');
    expect(asked).toMatchObject({ ok: false, error: expect.stringContaining(`box~${ONE}, box~${TWO}`) });
    names.add({ id: TWO, name: 'other' });
    expect(names.of({ id: ONE, name: 'box' })).toBe('box');
  });

  test('has the id behind it where the host has said no hello, or could be mistaken for another', () => {
    names.add({ id: ONE, name: 'box' });
    expect(names.of({ id: TWO, name: 'box' })).toBe(`box~${TWO}`);
    for (const name of ['', 'b\u043ex', 'box ', `box~${ONE}`, 'box:build', '\x1b[2Jbox']) {
      names.add({ id: TWO, name });
      const shown = names.of({ id: TWO, name });
      expect(shown.endsWith(`~${TWO}`)).toBe(true);
      expect(shown).not.toMatch(/[\x00-\x1f]/);
      expect(names.find(shown)).toEqual({ ok: true, id: TWO });
    }
  });
});
