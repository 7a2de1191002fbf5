import { describe, expect, it } from 'vitest';
import { agentOf, RuleBook, rulesFolder } from '../../../src/host/agents/rule-book.ts';
import { decidingRule, parseRules, questionOf } from '../../../src/host/agents/rules.ts';

const rules = (text: string) => parseRules(text, 'ada', '/rules/ada.toml');

const RULE = `# A comment.
programs = ["ada"]

[[rule]]
on = "title"
all = ["busy"]
state = "working"

[[rule]]
on = "screen"
rows = 3
all = [{ starts = "Really" }]
state = "blocked"
kind = "question"
`;

describe('a file of rules', () => {
  it('is refused with its line and its key', () => {
    const wrong = (from: string, to: string) => () => rules(RULE.replace(from, to));
    expect(wrong('"ada"', 'ada')).toThrow(/^line 2: /);
    expect(wrong('programs', 'program')).toThrow(
      'line 2: program: unknown key; there are programs, scripts, rule',
    );
    expect(wrong('"title"', '"titel"')).toThrow('line 5: on: one of title, notice, screen (it is "titel")');
    expect(wrong('["busy"]', '[{ like = "busy" }]')).toThrow(
      'line 6: all: a pattern is a text, or { is | has | starts | ends | matches = "…" }',
    );
    expect(wrong('["busy"]', '[{ matches = "(" }]')).toThrow(/^line 6: all: "\(" is no regular expression/);
    expect(wrong('["busy"]', '[""]')).toThrow('line 6: all: a pattern may not be empty');
    expect(wrong('all = ["busy"]\n', '')).toThrow('line 4: all: a rule for "working" needs all, any or last');
    expect(wrong('state = "working"', 'state = "working"\nkind = "auth"')).toThrow(
      'line 8: kind: works only with state = "blocked"',
    );
    expect(wrong('state = "working"', 'state = "working"\nrows = 2')).toThrow(
      'line 8: rows: works only with on = "screen"',
    );
    expect(wrong('rows = 3', 'rows = 99')).toThrow('line 11: rows: a whole number from 1 to 24 (it is 99)');
    expect(wrong('state = "blocked"\n', '')).toThrow('line 9: state: one of');
    expect(() => rules('[[rule]]\non = "title"\nstate = "idle"\n'.repeat(65))).toThrow('rule: at most 64');
    expect(() => rules(`# ${'x'.repeat(70_000)}`)).toThrow('it has more than 65536 characters');
  });

  it('decides by its first rule that matches, and by rows from the bottom only', () => {
    const ada = rules(RULE);
    expect(decidingRule(ada, { title: 'is busy', rows: ['Really?'] })?.line).toBe(4);
    expect(decidingRule(ada, { title: 'x', rows: ['Really?', 'a', 'b'] })?.line).toBe(9);
    expect(decidingRule(ada, { title: 'x', rows: ['Really?', 'a', 'b', 'c'] })).toBeUndefined();
    expect(decidingRule(ada, { title: 'x' })).toBeUndefined();
  });

  it('takes the words of a question out of their frames, in the order of the patterns', () => {
    const ada = rules(`${RULE}question = [{ starts = "Really" }, { has = "$ " }]\n`);
    const rule = ada.rules[1];
    if (rule === undefined) throw new Error('no rule');
    expect(questionOf(rule, { title: '', rows: ['│ $ rm x   │', 'Really go on?'] })).toBe(
      'Really go on? $ rm x',
    );
  });

  it('that comes with cotty can be used, and tells one agent from another', () => {
    const { agents, files } = new RuleBook({ folder: undefined, now: () => 0, log: () => {} });
    expect(agents.map(({ name }) => name)).toEqual(['claude', 'codex', 'gemini', 'opencode', 'pi']);
    expect(files.every(({ bundled, error }) => bundled && error === undefined)).toBe(true);
    expect(rulesFolder({ HOME: '/home/ada', XDG_CONFIG_HOME: 'x' })).toBe('/home/ada/.config/cotty/agents');
    expect(rulesFolder({ HOME: '/home/ada', XDG_CONFIG_HOME: '/c' })).toBe('/c/cotty/agents');
    expect(rulesFolder({})).toBeUndefined();
  });

  it('that comes with cotty is read ahead, one file at a time, unless all are read or the host ends', () => {
    const timers: (() => void)[] = [];
    const clock = {
      after: (_: number, run: () => void) => {
        timers.push(run);
        return () => void timers.splice(timers.indexOf(run), 1);
      },
    };
    const turns = (book: RuleBook): number => {
      book.readAhead(clock);
      book.readAhead(clock);
      let count = 0;
      for (let run = timers.shift(); run !== undefined; run = timers.shift()) {
        run();
        expect(timers.length).toBeLessThan(2);
        count += 1;
      }
      return count;
    };
    const fresh = () => new RuleBook({ folder: undefined, now: () => 0, log: () => {} });
    const ahead = fresh();
    expect(turns(ahead)).toBe(6);
    expect(ahead.agents.map(({ name }) => name)).toEqual(fresh().agents.map(({ name }) => name));
    const asked = fresh();
    expect(asked.agents.length).toBe(5);
    expect(turns(asked)).toBe(1);
    const ended = fresh();
    ended.readAhead(clock);
    ended.close();
    expect(timers).toEqual([]);
    expect(turns(ended)).toBe(0);
  });
});

describe('the process of an agent', () => {
  const { agents } = new RuleBook({ folder: undefined, now: () => 0, log: () => {} });
  const name = (program: string, ...words: readonly string[]) => agentOf(agents, { program, words })?.name;

  it('is known by its name', () => {
    expect(name('codex', '/usr/bin/codex')).toBe('codex');
    expect(name('codex-helper')).toBeUndefined();
    expect(name('pi')).toBe('pi');
    expect(name('pip')).toBeUndefined();
  });

  it('is known by the script that an interpreter runs', () => {
    expect(name('node', 'node', '/usr/bin/gemini')).toBe('gemini');
    expect(name('node', 'node', '--no-warnings', '-r', 'x', '/opt/bundle/gemini.js', '-p', 'claude')).toBe(
      'gemini',
    );
    expect(name('node', 'node', '/lib/@anthropic-ai/claude-code/cli.js')).toBe('claude');
    expect(name('bun', 'bun', 'run', '/home/ada/opencode.ts')).toBe('opencode');
    expect(name('python3.12', 'python3', '-m', 'pi')).toBe('pi');
    expect(name('npm exec @openai', 'npm exec @openai/codex')).toBe('codex');
  });

  it('is not known by what else stands in a command line', () => {
    expect(name('node', 'node', 'build.js', 'claude')).toBeUndefined();
    expect(name('vim', 'vim', 'gemini.js')).toBeUndefined();
    expect(name('less', 'less', '/lib/@openai/codex/README.md')).toBeUndefined();
    expect(name('node', 'node', '-e', 'claude()')).toBeUndefined();
    expect(name('node', 'node')).toBeUndefined();
  });
});
