import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentEnv, withoutAgentEnv } from '../../src/shell/agent-env.ts';
import { childEnv } from '../../src/shell/child-env.ts';

/** The environments of programs that real agents have started from an environment with `HOME`, `PATH`, `FOO` and settings of theirs. */
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/agent-environments/${name}`, import.meta.url), 'utf8');

function read(name: string): Record<string, string> {
  const lines = fixture(name).trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

describe('the environment of a terminal', () => {
  it.each(['claude-command', 'claude-mcp-server', 'codex-command'])(
    'has nothing of the agent whose command has started the host (%s)',
    (name) => {
      const env = read(name);
      const left = withoutAgentEnv(env);
      const gone = Object.keys(env).filter((each) => !(each in left));
      expect(left).toMatchObject({ FOO: 'bar', HOME: '/home/ann' });
      expect(
        Object.keys(left)
          .filter((each) => /CLAUDE|CODEX|AGENT|PAGER|EDITOR|NO_COLOR/.test(each))
          .sort(),
      ).toEqual(
        name.startsWith('claude')
          ? ['CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC']
          : ['CODEX_APPLY_PATCH_PRESERVE_LINE_ENDINGS', 'CODEX_VERSION'],
      );
      expect(gone.length).toBeGreaterThan(5);
    },
  );

  it('keeps how the user has set up agents', () => {
    const settings = {
      CLAUDE_CONFIG_DIR: '/c',
      CLAUDE_CODE_USE_BEDROCK: '1',
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9',
      CLAUDE_CODE_OAUTH_TOKEN: 'x',
      CLAUDE_CODE_SKIP_BEDROCK_AUTH: '1',
      CLAUDE_CODE_TMPDIR: '/t',
      CODEX_HOME: '/x',
      CODEX_API_KEY: 'k',
      GEMINI_API_KEY: 'k',
      OPENCODE_CONFIG: '/o',
      PAGER: 'cat',
      NO_COLOR: '1',
    };
    expect(withoutAgentEnv(settings)).toEqual(settings);
    const { PAGER: _, NO_COLOR: __, ...rest } = settings;
    expect(withoutAgentEnv({ ...settings, CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1' })).toEqual(rest);
  });

  it('has nothing of the terminal of an agent of cotty', () => {
    const own = { HOME: '/home/ann', GIT_EDITOR: 'ed' };
    expect(withoutAgentEnv({ ...own, ...agentEnv('ada', own) })).toEqual(own);
  });

  it('has nothing of the multiplexer around it, but for its settings', () => {
    const around = {
      HERDR_PANE_ID: 'w1:p1',
      TUIOS_SESSION: 'x',
      CMUX_SURFACE_ID: 'y',
      CMUX_SOCKET_PATH: '/s',
    };
    const env = childEnv(
      { ...around, HERDR_CONFIG_PATH: '/h' },
      { terminalId: 't7', version: '1.2.3', nonce: '' },
    );
    expect(Object.keys(env).filter((name) => /HERDR|TUIOS|CMUX/.test(name))).toEqual(['HERDR_CONFIG_PATH']);
  });
});
