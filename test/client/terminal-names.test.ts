import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownName, tabNamed } from '../../src/client/terminal-names.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import { fullName, type NamedTerminal } from '../../src/protocol/cotty/terminal-names.ts';

const name = fc.oneof(
  fc.constantFrom('a', 'a:1', 'ab', 'a-2', 'box', 'box:a', '7', 'a:-1', 'term:1', 'A'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
);
const tabs = fc
  .array(fc.record({ title: name, machine: fc.constantFrom(undefined, 'box', 'a') }), { maxLength: 6 })
  .map((each) =>
    each.map(
      ({ title, machine }, at): NamedTerminal => ({
        resource: `ahp-terminal:/id-${at}`,
        title,
        _meta: { [META_KEY]: machine === undefined ? {} : { machine } },
      }),
    ),
  );

test('what a tab shows opens it in window and page, as typed, or names those that show the same', () => {
  fc.assert(
    fc.property(tabs, (all) => {
      for (const tab of all) {
        const alike = all.filter(
          (other) => fullName(other) === shownName(tab) || shownName(other) === shownName(tab),
        );
        const read = tabNamed(all, shownName(tab));
        if (alike.length === 1) expect(read).toEqual({ ok: true, terminal: tab });
        else expect(read).toMatchObject({ ok: false, found: alike });
      }
    }),
  );
});

test('the beginning of a name opens a tab where no whole name is meant', () => {
  const [proj, second]: NamedTerminal[] = ['proj', 'proj-2'].map((title, at) => ({
    resource: `ahp-terminal:/id-${at}`,
    title,
  }));
  const all = [second, proj].flatMap((each) => each ?? []);
  expect(tabNamed(all, 'proj')).toEqual({ ok: true, terminal: proj });
  expect(tabNamed(all, 'pro')).toEqual({ ok: true, terminal: second });
  expect(tabNamed(all, 'oj')).toMatchObject({ ok: false, error: 'there is no terminal "oj"' });
});
