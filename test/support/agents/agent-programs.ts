/**
 * Real agent programs for tests: where npm has put them, the settings with which they use the model that is none (`ModelNetwork`), and
 * what they show.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { key } from '../keys.ts';

export type AgentProgram = {
  /** Its command, its name in the list of terminals, and that of its folder in `COTTY_TEST_AGENTS`. */
  readonly name: string;
  readonly app: string;
  /** The program with its first words; undefined where it is not installed. */
  readonly command: (folder: string) => readonly string[] | undefined;
  readonly env: (url: string) => Readonly<Record<string, string>>;
  /** Files below the home folder: texts, or what is written as JSON. */
  readonly files: (url: string) => Readonly<Record<string, string | object>>;
  /** What it asks before the first prompt, such as whether the folder is trusted, and the keys that answer. */
  readonly asksFirst: readonly { readonly shows: RegExp; readonly key: string }[];
  /** What it shows when it takes a prompt. */
  readonly ready: RegExp;
  /** Which of the sources tells that it asks for a permission. */
  readonly by: 'report' | 'rules';
  /** Its bytes that tell a state, as far as they stand together; clients do not get those of reports. */
  readonly tells?: { readonly blocked: RegExp; readonly done?: RegExp };
  /** The keys in the list of F12 that give the permission. */
  readonly permits: readonly string[];
};

const platform = `${process.platform}-${process.arch}`;

/** The first of these files that is there. */
function firstOf(...paths: readonly string[]): readonly string[] | undefined {
  const path = paths.find((each) => existsSync(each));
  return path === undefined ? undefined : [path];
}

function foldersIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

const codex: AgentProgram = {
  name: 'codex',
  app: 'codex',
  command: (folder) => {
    const vendor = join(folder, 'node_modules/@openai', `codex-${platform}`, 'vendor');
    const program = firstOf(...foldersIn(vendor).map((each) => join(each, 'bin/codex')));
    // Without it, a server stays in the background.
    return program && [...program, '--no-daemon'];
  },
  env: () => ({ FAKE_KEY: 'sk-fake' }),
  files: (url) => ({
    '.codex/config.toml': `model = "fake-model"
model_provider = "fake"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.fake]
name = "Fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0
`,
  }),
  asksFirst: [],
  ready: /Ask Codex to do anything/,
  by: 'report',
  permits: ['1'],
};

const gemini: AgentProgram = {
  name: 'gemini',
  app: 'gemini',
  command: (folder) => {
    const script = firstOf(join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js'));
    return script && [process.execPath, ...script];
  },
  env: (url) => ({
    GEMINI_API_KEY: 'sk-fake',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  files: () => ({
    '.gemini/settings.json': {
      general: {
        enableAutoUpdate: false,
        enableAutoUpdateNotification: false,
        disableAutoUpdate: true,
        disableUpdateNag: true,
        enableNotifications: true,
      },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: true } },
      ui: { hideTips: true },
    },
  }),
  asksFirst: [{ shows: /● 1\. Trust folder/, key: key.enter }],
  ready: /Type your message/,
  by: 'rules',
  tells: { blocked: /Allow execution of/, done: /\x1b\]0;◇/ },
  permits: ['1'],
};

const opencode: AgentProgram = {
  name: 'opencode',
  app: 'opencode',
  command: (folder) => firstOf(join(folder, 'node_modules', `opencode-${platform}`, 'bin/opencode')),
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  files: (url) => ({
    // It installs a package when it starts; without a registry that answers at once, it waits for more than a minute.
    '.npmrc': `registry=${url}/npm/\nfetch-retries=0\n`,
    '.config/opencode/opencode.json': {
      autoupdate: false,
      share: 'disabled',
      model: 'fake/fake-model',
      small_model: 'fake/fake-model',
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Fake',
          options: { baseURL: `${url}/v1`, apiKey: 'sk-fake' },
          models: { 'fake-model': { name: 'Fake model', tool_call: true } },
        },
      },
      permission: { bash: 'ask', edit: 'ask' },
    },
  }),
  asksFirst: [],
  ready: /Ask anything/,
  by: 'rules',
  tells: { blocked: /Permission required/ },
  // Its choices stand side by side: Enter takes the first one.
  permits: [key.down, key.enter],
};

const claude: AgentProgram = {
  name: 'claude',
  app: 'claude-code',
  command: (folder) =>
    firstOf(join(folder, 'node_modules/@anthropic-ai', `claude-code-${platform}`, 'claude')),
  env: (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-fake',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  files: () => ({
    // Past its first pages, which ask the vendor's server.
    '.claude.json': {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['sk-fake'], rejected: [] },
    },
    // Its own default lets a classifier decide.
    '.claude/settings.json': { permissions: { defaultMode: 'default' } },
  }),
  asksFirst: [
    { shows: /❯ No, exit/, key: key.down },
    { shows: /❯ Yes, I trust this folder/, key: key.enter },
    { shows: /❯ Yes, set auto mode/, key: key.down },
    { shows: /❯ No, keep manual mode/, key: key.enter },
  ],
  ready: /\? for shortcuts|manual mode on/,
  by: 'report',
  permits: ['1'],
};

export const AGENT_PROGRAMS: readonly AgentProgram[] = [claude, codex, gemini, opencode];
