import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distinctNames, type Nameable } from '../../src/client/distinct-names.ts';
import { effort } from '../support/effort.ts';

const tab = (name: string, more: Partial<Nameable> = {}): Nameable => ({
  name,
  folder: '',
  command: undefined,
  number: '1',
  ...more,
});
const folder = (path: string, number: string) =>
  tab(path.slice(path.lastIndexOf('/') + 1), { folder: path, number });

describe('names of tabs', () => {
  test('stay as they are where no other one is alike', () => {
    expect(distinctNames([folder('~/src/app', '1'), folder('~/lib', '2')])).toEqual(['app', 'lib']);
  });

  test('get the folders in which they differ', () => {
    expect(distinctNames([folder('~/work/app', '1'), folder('~/old/app', '2')])).toEqual([
      'work/app',
      'old/app',
    ]);
    expect(distinctNames([folder('/a/src/app', '1'), folder('/b/src/app', '2')])).toEqual([
      'a/src/app',
      'b/src/app',
    ]);
  });

  test('of programs get the folder, or else the whole command', () => {
    const vim = { command: 'vim x', number: '1' };
    expect(
      distinctNames([tab('vim', { ...vim, folder: '~/app' }), tab('vim', { ...vim, folder: '~/lib' })]),
    ).toEqual(['vim app', 'vim lib']);
    const npm = (command: string) => tab('npm', { command, folder: '~/app' });
    expect(distinctNames([npm('npm run dev'), npm('npm test')])).toEqual(['npm run dev', 'npm test']);
  });

  test('get the numbers of their terminals where nothing else differs', () => {
    const apps = ['1', '4', '7'].map((number) => folder('~/app', number));
    expect(distinctNames(apps)).toEqual(['app:1', 'app:4', 'app:7']);
    expect(distinctNames([...apps.slice(1), folder('~/old/app', '2')])).toEqual([
      'app:4',
      'app:7',
      'old/app',
    ]);
  });

  test('that somebody has given stay', () => {
    const build = { number: undefined, folder: '~/app' };
    expect(distinctNames([tab('app', build), folder('~/app', '3')])).toEqual(['app', 'app:3']);
    expect(distinctNames([tab('app', build), tab('app', build)])).toEqual(['app 1', 'app 2']);
  });

  test('differ, whatever there is', () => {
    const name = fc.constantFrom('app', 'app 1', 'app:1', 'lib', '~', '/');
    const nameable = fc.record({
      name,
      folder: fc.constantFrom('', '~', '/', '~/app', '~/src/app', '/app', '/lib/app/app 1'),
      command: fc.option(fc.constantFrom('app', 'app 1', 'lib -x', ''), { nil: undefined }),
      number: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(nameable, { maxLength: 12 }), (all) => {
        const names = distinctNames(all);
        expect(new Set(names).size).toBe(all.length);
        expect(distinctNames(all)).toEqual(names);
      }),
      effort(300),
    );
  });
});
