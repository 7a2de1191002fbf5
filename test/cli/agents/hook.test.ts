import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/agents/hook.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cotty-hooks-'));
});
afterEach(() => removeFolder(home));

async function hook(line: string, env: Record<string, string> = {}) {
  const { io, out, err } = fakeIo({ env: { HOME: home, ...env } });
  const code = await run(line.split(' '), io);
  return { code, out: out(), err: err() };
}

function write(name: string, text: string | Buffer): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const TEXT = '{\n  "model": "opus"\n}\n';

describe('cotty agent hook', () => {
  it.each([
    ['claude', '.claude/settings.json'],
    ['codex', '.codex/hooks.json'],
    ['gemini', '.gemini/settings.json'],
    ['opencode', '.config/opencode/plugins/cotty-report.js'],
    ['pi', '.pi/agent/extensions/cotty-report.js'],
  ])('installs the hooks of %s where it looks for them, once, and removes them', async (agent, name) => {
    const path = join(home, name);
    expect(await hook(`${agent} status`)).toMatchObject({ code: 1, out: `not installed  ${path}\n` });
    expect(await hook(`${agent} remove`)).toMatchObject({
      code: 0,
      out: `there are no hooks of cotty in ${path}\n`,
    });
    expect(await hook(`${agent} install`)).toMatchObject({ code: 0, err: '' });
    const text = readFileSync(path, 'utf8');
    expect(text).toBe((await hook(`${agent} print`)).out);
    expect(await hook(`${agent} status`)).toMatchObject({ code: 0, out: `installed  ${path}\n` });
    expect(await hook(`${agent} install`)).toMatchObject({ code: 0, out: `${path} has the hooks already\n` });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(dirname(path))).toHaveLength(1);
    expect(await hook(`${agent} remove`)).toMatchObject({ code: 0, out: `removed ${path}\n` });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('follows links, and keeps the mode of a file', async () => {
    const path = write('dotfiles/claude.json', TEXT);
    chmodSync(path, 0o664);
    mkdirSync(join(home, '.claude'));
    const link = join(home, '.claude/settings.json');
    symlinkSync('../dotfiles/claude.json', link);
    await hook('claude install');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o664);
    expect(readFileSync(path, 'utf8')).toContain('agent report --from claude');
    await hook('claude remove');
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
    expect(statSync(path).mode & 0o777).toBe(0o664);
  });

  it.each([
    ['{"a": 1', 'was not changed: it is no JSON: line 1: no , or }'],
    ['{"hooks": 1}', 'was not changed: "hooks" in it is no object'],
    [Buffer.from('{"a": "\xff"}', 'latin1'), 'is no UTF-8 text'],
  ])('writes nothing over what it cannot read: %s', async (text, error) => {
    const path = write('.claude/settings.json', text);
    for (const verb of ['install', 'remove'])
      expect(await hook(`claude ${verb}`)).toEqual({ code: 1, out: '', err: `cotty: ${path} ${error}\n` });
    expect((await hook('claude status')).code).toBe(1);
    expect(readFileSync(path)).toEqual(Buffer.from(text));
  });

  it('names what is no file', async () => {
    mkdirSync(join(home, '.gemini/settings.json'), { recursive: true });
    expect(await hook('gemini install')).toMatchObject({
      code: 1,
      err: `cotty: ${home}/.gemini/settings.json cannot be read (it is a folder)\n`,
    });
    mkdirSync(join(home, '.codex'));
    symlinkSync('nowhere', join(home, '.codex/hooks.json'));
    expect(await hook('codex install')).toMatchObject({
      code: 1,
      err: `cotty: ${home}/.codex/hooks.json is a link to a file that is not there\n`,
    });
  });

  it('leaves a plugin of others, and puts one of its own anew', async () => {
    const name = '.pi/agent/extensions/cotty-report.js';
    const path = write(name, 'export default () => {}\n');
    expect(await hook('pi status')).toMatchObject({ code: 1, out: `not installed  ${path}\n` });
    expect(await hook('pi install')).toMatchObject({
      code: 1,
      err: `cotty: ${path} was not changed: it is not of cotty; see what would be written with print\n`,
    });
    expect((await hook('pi remove')).out).toBe(`there are no hooks of cotty in ${path}\n`);
    const { out: text } = await hook('pi print');
    write(name, text.replace('AGAIN_MS = 3000', 'AGAIN_MS = 3'));
    expect((await hook('pi status')).out).toMatch(/^changed by somebody/);
    expect((await hook('pi install')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('looks where the environment says', async () => {
    const at = (name: string) => join(home, 'else', name);
    const env = { CLAUDE_CONFIG_DIR: at('c'), CODEX_HOME: at('x'), XDG_CONFIG_HOME: at('xdg') };
    for (const [agent, path] of [
      ['claude', at('c/settings.json')],
      ['codex', at('x/hooks.json')],
      ['opencode', at('xdg/opencode/plugins/cotty-report.js')],
    ])
      expect((await hook(`${agent} status`, env)).out).toBe(`not installed  ${path}\n`);
    expect(await hook('claude status', { HOME: '' })).toMatchObject({
      code: 1,
      err: 'cotty: there is no place for hooks of Claude Code: HOME is not set\n',
    });
  });

  it.each([
    [
      'cloude install',
      'there are hooks for claude, codex, gemini, opencode, pi, not for cloude; did you mean claude?',
    ],
    ['claude instal', '"agent hook" does install, status, remove, print, not instal; did you mean install?'],
    ['claude', 'install, status, remove or print is missing'],
  ])('refuses %s', async (line, error) => {
    const { code, err } = await hook(line);
    expect(code).toBe(2);
    expect(err).toContain(`cotty: ${error}\n`);
  });
});
