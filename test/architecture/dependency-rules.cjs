const { builtinModules } = require('node:module');
const { subfolders, subfolderRules, unknownSubfolder } = require('./subfolders.cjs');

/** The import table: who may import whom. Each folder names the folders or subfolders it may see; all else is an error. */
const mayImport = {
  protocol: [],
  files: [],
  rpc: [],
  // Where a sequence begins and ends is told in one place, for the screen as for everybody else.
  screen: ['protocol/sequences'],
  shell: ['protocol'],
  ledger: ['protocol', 'files'],
  // What is published of commands: by the host, and to whoever asks the fleet.
  fleet: ['protocol'],
  // Finished commands compared, exported, played: by everybody who has some.
  review: ['protocol', 'screen'],
  // Other machines: how their hosts are reached and brought there.
  machine: ['protocol', 'rpc'],
  // How wide a text is decides how much of a name is shown.
  client: ['protocol', 'rpc', 'review', 'screen/cells'],
  host: ['protocol', 'files', 'rpc', 'shell', 'ledger', 'screen', 'review', 'fleet'],
  // What is dangerous to run is the same for a person and for an agent.
  tui: ['protocol', 'files', 'client', 'screen', 'review', 'shell/danger'],
  // MCP is JSON-RPC as well: what is wrong with a message is told in the same words.
  mcp: ['protocol', 'rpc', 'client', 'screen', 'review', 'shell/danger'],
  web: ['protocol', 'rpc', 'client', 'screen', 'review'],
};

/** Packages that exactly one place may import. */
const packageHomes = [
  { package: 'zod', home: '^src/(protocol/fields/parts\\.ts|mcp/)' },
  { package: 'ws', home: '^src/rpc/ws-' },
  { package: '@xterm', home: '^src/(screen/(core/|emulator/|cells/grapheme-width)|web/)' },
  { package: 'preact', home: '^src/web/' },
  { package: '@preact', home: '^src/web/' },
  { package: '@tanstack', home: '^src/web/views/blocks/BlockScroll' },
  { package: 'node-pty', home: '^src/host/pty/machine-code\\.ts' },
  {
    package: 'koffi',
    home: '^src/(host/pty/(modes/tty-modes|system-calls)|cli/common/free-memory|tui/window/machine-effects)\\.ts',
  },
  { package: 'ink', home: '^src/tui/' },
  { package: 'react', home: '^src/tui/' },
  { package: 'meow', home: '^src/cli/common/parse-args' },
  { package: '@modelcontextprotocol', home: '^src/mcp/' },
  { package: 're2js', home: '^src/(host/(wake/watch-filter|agents/rules)|mcp/tools/wait-for-text)' },
  { package: 'smol-toml', home: '^src/(host/agents/rules|cli/make/project-file)' },
  { package: 'marked', home: '^src/review/notebook' },
  { package: '@nats-io', home: '^src/(fleet/nats|host/fleet/fleet-member|cli/fleet/)' },
  { package: 'node-sqlite3-wasm', home: '^src/(cli/fleet/fleet-index|ledger/index/database)' },
  { package: 'uqr', home: '^src/cli/web/web-open' },
  { package: 'diff', home: '^src/review/compare/' },
  { package: 'fzf', home: '^src/client/commands/palette' },
  { package: 'string-width', home: '^src/cli/common/plain-text' },
];

/** Modules of Node itself, with their prefix or without. */
const nodeModules = `^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`;

const folders = Object.keys(mayImport);
if (Object.keys(subfolders).some((folder) => folder !== 'cli' && !folders.includes(folder)))
  throw new Error('subfolders.cjs knows a folder that the import table does not');

/** What runs before the subcommand is known. */
const startFiles =
  '(main|process|run|loaders|common/(subcommands|help-pages|exit-code|io|print|installation))';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files may not import each other, on whatever way: move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-imports-cli',
      comment: 'src/cli starts everything else: what others need of it belongs below it.',
      severity: 'error',
      from: { path: '^src/(?!cli/)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'cli-loads-lazily',
      comment:
        'Until the subcommand is known only the start files may be loaded: import the rest dynamically, or its types only.',
      severity: 'error',
      from: { path: `^src/cli/${startFiles}\\.ts$` },
      to: {
        path: [
          `^src/(?!(?:protocol/common/harmless-text|machine/address)\\.ts$|cli/${startFiles}\\.ts$)`,
          'node_modules/',
        ],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    ...folders.map((folder) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import ${mayImport[folder].join(', ') || 'no other folder'}: pass the rest in as an argument.`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: `^src/(?!${[folder, ...mayImport[folder]].map((name) => `${name}/`).join('|')})` },
    })),
    ...packageHomes.map(({ package: name, home }) => ({
      name: `only-home-of-${name}`,
      comment: `Only ${home} imports ${name}: ask for what you need there.`,
      severity: 'error',
      from: { path: '^src/', pathNot: home },
      to: { path: `node_modules/${name}(/|$)` },
    })),
    {
      name: 'clients-load-schemas-late',
      comment:
        'Clients start without zod: import a schema dynamically (as `Client.call` does), or its type only.',
      severity: 'error',
      from: {
        path: [
          '^src/(client|tui|web|cli|rpc|shell|ledger|screen)/',
          '^src/protocol/(validate/read-|common/|terminal/|root/|sequences/|cotty/filter/|[^/]+\\.ts$)',
        ],
        pathNot: '^src/protocol/messages\\.ts$',
      },
      to: {
        path: '^src/protocol/(messages|fields/parts|cotty/(command-output|command-record|cotty-requests|find|past-line|program|wake|web))\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    ...subfolderRules,
    unknownSubfolder,
    {
      name: 'web-runs-in-browsers',
      comment:
        'The page has no Node: what it reaches may import neither a module of Node nor a package for it. zod runs anywhere.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: {
        reachable: true,
        path: [nodeModules, '^node_modules/(?!@xterm/|@?preact/|@tanstack/|zod/|fzf/|diff/)'],
      },
    },
    {
      name: 'resolvable',
      comment: 'The imported file does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
