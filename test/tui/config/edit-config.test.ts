import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  changeFile,
  withKeyLine,
  withoutSetting,
  withRenamed,
  withSetting,
} from '../../../src/tui/config/edit-config.ts';
import { parseConfig } from '../../../src/tui/config/parse.ts';
import { sampleConfig } from '../../../src/tui/config/sample.ts';
import { removeFolder } from '../../support/remove-folder.ts';

describe('a setting that is set', () => {
  test('changes its line alone, and keeps the comment behind it', () => {
    const file = '# mine\ntheme = dark   # at night\nmouse = on\n';
    expect(withSetting(file, 'theme', 'light')).toBe('# mine\ntheme = light   # at night\nmouse = on\n');
  });

  test('changes the last of two lines, which is the one that counts', () => {
    expect(withSetting('theme = dark\ntheme = light', 'theme', 'auto')).toBe('theme = dark\ntheme = auto');
  });

  test('stands below its line of the sample, or at the end', () => {
    const made = withSetting(sampleConfig(), 'tailLines', '12');
    expect(made.split('\n')[made.split('\n').indexOf('#tailLines = 8') + 1]).toBe('tailLines = 12');
    expect(withSetting('', 'tailLines', '12')).toBe('tailLines = 12\n');
    expect(withSetting('mouse = on', 'tailLines', '12')).toBe('mouse = on\ntailLines = 12\n');
    expect(withSetting('mouse = on\r\n', 'tailLines', '12')).toBe('mouse = on\r\ntailLines = 12\r\n');
  });

  test.each(['less -R', 'a # b', '  x  ', 'say "hi"', '#1', '', 'a  b', 'back\\slash', '"'])(
    'reads back as it was: %j',
    (value) => {
      const { settings, problems } = parseConfig(withSetting('pager = more # and so on', 'pager', value));
      expect(problems).toEqual([]);
      expect(settings.pager).toBe(value);
    },
  );
});

test('a setting that is removed or renamed leaves the other lines as they are', () => {
  const file = '# mine\nbox = ssh://box  # old\n box2 = ssh://b\r\n#box = x\nbox = ssh://c';
  expect(withoutSetting(file, 'box')).toBe('# mine\n box2 = ssh://b\r\n#box = x\n');
  expect(withRenamed(file, 'box2', 'crate')).toBe(file.replace('box2', 'crate'));
  expect(withRenamed(file, 'none', 'crate')).toBe(file);
});

describe('a key that is set', () => {
  test('replaces the line for the same key of the same mode', () => {
    const file = 'bind run ctrl+t tab.new # quick\nbind browse ctrl+t tab.next\n';
    expect(withKeyLine(file, ['bind', 'run', 'ctrl+t', 'tab.list'])).toBe(
      'bind run ctrl+t tab.list # quick\nbind browse ctrl+t tab.next\n',
    );
    expect(withKeyLine(file, ['unbind', 'browse', 'ctrl+t'])).toBe(
      'bind run ctrl+t tab.new # quick\nunbind browse ctrl+t\n',
    );
  });

  test('stands beside a line for the same key under a condition', () => {
    const file = 'bind run ctrl+o palette.open when input-empty\n';
    expect(withKeyLine(file, ['bind', 'run', 'ctrl+o', 'tab.new'])).toBe(`${file}bind run ctrl+o tab.new\n`);
  });

  test('is quoted where it would begin a comment', () => {
    const made = withKeyLine('', ['bind', 'browse', '#', 'tab.list']);
    expect(made).toBe('bind browse "#" tab.list\n');
    expect(parseConfig(made)).toMatchObject({ problems: [], keys: [{ line: 1 }] });
  });
});

describe('a file that several programs change', () => {
  const root = mkdtempSync(join(tmpdir(), 'cotty-edit-'));
  let folder: string;
  let path: string;
  let round = 0;
  beforeEach(() => {
    round += 1;
    folder = join(root, String(round));
    mkdirSync(folder);
    path = join(folder, 'machines');
  });
  afterAll(() => removeFolder(root));

  const add = (name: string) => (text: string) => withSetting(text, name, 'ssh://x');

  test('is edited by one at a time, and nothing stays beside it', () => {
    writeFileSync(path, 'a = ssh://x\n');
    changeFile(path, (text) => {
      if (existsSync(`${path}.lock`))
        expect(() => writeFileSync(`${path}.lock`, '', { flag: 'wx' })).toThrow();
      return add('b')(text);
    });
    expect(readFileSync(path, 'utf8')).toBe('a = ssh://x\nb = ssh://x\n');
    expect(readdirSync(folder)).toEqual(['machines']);
  });

  test('is edited as it is when its turn comes, and again if the lock was taken over meanwhile', () => {
    let turns = 0;
    changeFile(path, (text) => {
      if (existsSync(`${path}.lock`)) {
        turns += 1;
        // Another program has found the lock stale, and has had its turn.
        if (turns === 1) {
          writeFileSync(`${path}.lock`, 'another');
          writeFileSync(path, 'other = ssh://y\n');
          utimesSync(`${path}.lock`, 1, 1);
        }
      }
      return add('own')(text);
    });
    expect(turns).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('other = ssh://y\nown = ssh://x\n');
    expect(readdirSync(folder)).toEqual(['machines']);
  });

  test('is changed although a program that was killed has left its lock', () => {
    writeFileSync(`${path}.lock`, 'dead');
    utimesSync(`${path}.lock`, 1, 1);
    changeFile(path, add('a'));
    expect(readFileSync(path, 'utf8')).toBe('a = ssh://x\n');
    expect(readdirSync(folder)).toEqual(['machines']);
  });

  test('leaves neither lock nor draft when the change fails', () => {
    const broken = () => {
      throw new Error('no room');
    };
    expect(() => changeFile(path, (text) => (existsSync(`${path}.lock`) ? broken() : `${text}x`))).toThrow(
      'no room',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('need not be writable where nothing changes', () => {
    writeFileSync(path, 'a = ssh://x\n');
    execFileSync('chmod', ['-w', folder]);
    changeFile(path, add('a'));
    expect(readdirSync(folder)).toEqual(['machines']);
    execFileSync('chmod', ['+w', folder]);
  });
});
