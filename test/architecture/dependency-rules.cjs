/** The import table: who may import whom. Each folder names what it may see; all else is an error. */
const mayImport = {
  protocol: [],
  rpc: [],
  screen: [],
  shell: ['protocol'],
  ledger: ['protocol'],
  client: ['protocol', 'rpc'],
  host: ['protocol', 'rpc', 'shell', 'ledger', 'screen'],
  tui: ['protocol', 'client', 'screen'],
  mcp: ['protocol', 'client', 'screen'],
};

/** Packages that exactly one place may import. */
const packageHomes = [
  { package: 'zod', home: '^src/(protocol/validate|mcp)/' },
  { package: 'ws', home: '^src/rpc/ws-' },
  { package: '@xterm', home: '^src/screen/emulator' },
  { package: 'node-pty', home: '^src/host/pty' },
  { package: 'ink', home: '^src/tui/' },
  { package: 'react', home: '^src/tui/' },
  { package: 'meow', home: '^src/cli/parse-args' },
  { package: '@modelcontextprotocol', home: '^src/mcp/' },
  { package: 're2js', home: '^src/host/watch-filter' },
];

const folders = Object.keys(mayImport);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { path: '^src/(?!cli/)' },
      to: { path: '^src/cli/' },
    },
    {
      // Until it is known which subcommand runs, nothing of the rest may be loaded; types cost nothing.
      name: 'cli-loads-lazily',
      severity: 'error',
      from: { path: '^src/cli/(main|run|loaders|subcommands|help|exit-code|io|version)\\.ts$' },
      to: {
        path: ['^src/(?!cli/(run|loaders|subcommands|help|exit-code|io|version)\\.ts$)', 'node_modules/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    ...folders.map((folder) => ({
      name: `${folder}-imports`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: `^src/(?!${[folder, ...mayImport[folder]].map((name) => `${name}/`).join('|')})` },
    })),
    ...packageHomes.map(({ package: name, home }) => ({
      name: `only-home-of-${name}`,
      severity: 'error',
      from: { path: '^src/', pathNot: home },
      to: { path: `node_modules/${name}(/|$)` },
    })),
    {
      // A folder that this table does not know has no rule, so it may not exist.
      name: 'known-folders',
      severity: 'error',
      from: { path: `^src/(?!(${[...folders, 'cli'].join('|')})/)` },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
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
