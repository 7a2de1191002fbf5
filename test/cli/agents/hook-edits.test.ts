import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGENT_HOOKS } from '../../../src/cli/agents/agent-hooks.ts';
import { hooksState, withHooks, withoutHooks } from '../../../src/cli/agents/hook-edits.ts';
import { parseJson, plainValue } from '../../../src/cli/agents/json-text.ts';

const folder = join(import.meta.dirname, '../../../fixtures/hooks/settings');
const files = readdirSync(folder);
const hooks = AGENT_HOOKS.claude;
const wanted = { agent: 'claude', entries: hooks.kind === 'entries' ? hooks.entries : [] } as const;

function put(text: string): string {
  const result = withHooks(text, wanted);
  if (!result.ok) throw new Error(result.error);
  return result.text;
}

function taken(text: string): string {
  const result = withoutHooks(text, 'claude');
  if (!result.ok) throw new Error(result.error);
  return result.text;
}

function read(text: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`${parsed.error} in ${text}`);
  return plainValue(parsed.root);
}

type Settings = { readonly hooks?: { readonly [event: string]: readonly unknown[] } };

/** What an object of settings is with our hooks behind those that it has. */
function expected(settings: Settings): Settings {
  const all = new Map(Object.entries(settings.hooks ?? {}));
  for (const { event, group } of wanted.entries) all.set(event, [...(all.get(event) ?? []), group]);
  return { ...settings, hooks: Object.fromEntries(all) };
}

describe('hooks in a file of settings', () => {
  it.each(files)('come and go without a trace in %s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const installed = put(text);
    expect(read(installed)).toEqual(expected(read(text) as Settings));
    expect(hooksState(installed, wanted)).toBe('installed');
    expect(put(installed)).toBe(installed);
    expect(taken(installed)).toBe(text);
    expect(taken(text)).toBe(text);
  });

  it('make a file of their own where there is none, and leave none', () => {
    const text = put('');
    expect(JSON.parse(text)).toEqual(expected({}));
    expect(text).toBe(put('\n'));
    expect(taken(text)).toBe('');
  });

  it('come and go without a trace in any object', () => {
    const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // a { comment\n', '/* , */');
    const group = fc.constantFrom('{"hooks":[]}', '{ "hooks": [ {"command": "x"} ] }', '7', '"}"');
    const list = (items: fc.Arbitrary<string>, open: string, close: string) =>
      fc
        .tuple(fc.array(fc.tuple(blank, items, blank), { maxLength: 3 }), blank, fc.boolean())
        .map(([each, inner, trailing]) => {
          const body = each.map(([before, item, behind]) => before + item + behind).join(',');
          return open + body + (trailing && each.length > 0 ? ',' : '') + inner + close;
        });
    const events = list(
      fc
        .tuple(fc.constantFrom('Stop', 'SessionEnd', 'Other'), blank, list(group, '[', ']'))
        .map(([event, between, value]) => `"${event}":${between}${value}`),
      '{',
      '}',
    );
    const member = fc.oneof(
      fc.constantFrom('"a": 1', '"b":{}', '"c" : [ 1,2 ]'),
      events.map((value) => `"hooks": ${value}`),
    );
    const document = fc.tuple(blank, list(member, '{', '}'), blank).map((parts) => parts.join(''));
    fc.assert(
      fc.property(document, (text) => {
        const installed = put(text);
        expect(hooksState(installed, wanted)).toBe('installed');
        expect(taken(installed)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('are put anew where another version of cotty or a person has written them', () => {
    const text = '{\n  "model": "x"\n}\n';
    const outdated = put(text).replaceAll('bin/cotty.js', 'old/cotty.js');
    expect(hooksState(outdated, wanted)).toBe('outdated');
    expect(hooksState(put(outdated), wanted)).toBe('installed');
    expect(taken(put(outdated))).toBe(text);
    const changed = put(text).replace('"timeout": 5', '"timeout": 50');
    expect(hooksState(changed, wanted)).toBe('changed');
    expect(put(changed).match(/agent report/g)).toHaveLength(wanted.entries.length);
    expect(taken(changed)).toBe(text);
  });

  it('leave the hooks of others, also in a group with ours', () => {
    const own = { type: 'command', command: 'say done' };
    const [first] = wanted.entries;
    const mixed = {
      hooks: { SessionStart: [{ hooks: [own, ...((first?.group['hooks'] ?? []) as object[])] }] },
    };
    expect(JSON.parse(taken(JSON.stringify(mixed, undefined, 2)))).toEqual({
      hooks: { SessionStart: [{ hooks: [own] }] },
    });
  });

  it.each([
    ['{"a": }', 'it is no JSON: line 1: no value'],
    ['{\n"a": 1\n"b": 2}', 'it is no JSON: line 3: no , or }'],
    ['[]', 'it is no object of JSON'],
    ['{"hooks": []}', '"hooks" in it is no object'],
    ['{"hooks": {"Stop": {}}}', '"hooks.Stop" in it is no list'],
    ['{"a": "x', 'it is no JSON: line 1: a text without an end'],
    ['['.repeat(200), 'it is no JSON: line 1: nested more than 100 deep'],
  ])('are refused in %s', (text, error) => {
    expect(withHooks(text, wanted)).toEqual({ ok: false, error });
    expect(withoutHooks(text, 'claude')).toEqual({ ok: false, error });
  });
});
