/**
 * The subfolders of each folder of `src`, lowest first: a subfolder may import the subfolders before it, never one behind it.
 *
 * `.` stands for the files that lie in the folder itself. A subfolder that is missing here has no place in the order, so it may
 * not exist.
 */
const subfolders = {
  protocol: [
    'sequences',
    'common',
    'terminal',
    'root',
    // The schemas of which messages are made.
    'fields',
    'cotty/filter',
    'cotty',
    '.',
    'validate',
  ],
  files: ['.'],
  rpc: ['.'],
  machine: ['.'],
  screen: [
    'cells',
    'skim',
    'report',
    'core',
    'image',
    'image/decode',
    'emulator',
    'serialise',
    'text',
    'keys',
    // The line editor of window and page.
    'editor',
  ],
  shell: ['danger', 'history', 'nest', '.'],
  ledger: ['records', 'files', 'text', 'write', 'read', 'index', 'inbox'],
  fleet: ['.'],
  review: ['.', 'compare', 'export', 'notebook', 'replay'],
  client: ['connection', 'panes', 'commands', 'blocks', '.', 'machines', 'run', 'compare', 'share'],
  host: [
    // What all subfolders need.
    'common',
    'text',
    'stream',
    'screen',
    'processes',
    'pty/modes',
    // What programs tell of themselves.
    'agents',
    'pty',
    // The listeners, and who is let in.
    'listener',
    // Notices to addresses and browsers.
    'push',
    // The web server: its page, links, sessions.
    'web',
    // Identities and claims of the clients.
    'clients',
    'keep',
    'launch',
    'record',
    'run',
    'terminal',
    // Loaded where the host belongs to a fleet.
    'fleet',
    'restore',
    'history',
    'wake',
    'requests',
    // The handshake and subscriptions.
    'attach',
    // Connections, and where what they bring goes.
    'serve',
    'api',
    '.',
  ],
  tui: [
    'input',
    'keys',
    'keys/bindings',
    'keys/help',
    'outer',
    'theme',
    'paint/images',
    'paint',
    'config',
    'blocks/block',
    'blocks/header',
    'blocks/output',
    'blocks/list',
    'blocks/select',
    'model',
    'model/panes',
    'model/derived',
    'terminal',
    'view/pages',
    'view',
    'chrome',
    // What messages change, by what it is about.
    'update/terminals',
    'update/waiting',
    'update/line',
    'update/blocks',
    'update/dialogs',
    'update/outer',
    'update',
    'window/frame',
    'window',
  ],
  web: [
    // Signing in, and the connection to the host.
    'connect',
    // Outputs as lines of styled text.
    'text',
    // Emulators: the live screen and what is above it.
    'screen',
    // The page as signals, and what can be done.
    'model',
    'views/parts',
    // The menu of terminals and of blocks, and what can be done with a block.
    'views/menu',
    // What commands do, by their ids and by keys.
    'views/acts',
    'views/live',
    'views/blocks',
    'views/panes',
    'views/line',
    'views/side',
    'views/dialogs',
    'views/pages',
    'views',
    '.',
  ],
  mcp: ['agent', 'answers', 'danger', 'commands', 'tools', 'compat', 'resources', '.'],
  cli: [
    'common',
    'connect',
    'settings',
    'host',
    // Other machines: their names, and what is installed there.
    'machine',
    'web',
    'doctor',
    'make',
    'scripts/follow',
    'scripts/group',
    'scripts',
    // Terminals as plain lines.
    'linear',
    'window',
    'terminals',
    'history',
    // Markdown files whose commands run.
    'play',
    'share',
    'fleet',
    'agents',
    '.',
  ],
};

/** The folder and its subfolder as one path; `.` is the folder itself. */
const pathOf = (folder, subfolder) => (subfolder === '.' ? `src/${folder}` : `src/${folder}/${subfolder}`);

/** A pattern for the files of a subfolder alone, without those of subfolders inside of it. */
const filesOf = (folder, subfolder) => `^${pathOf(folder, subfolder)}/[^/]+$`;

/** One dependency-cruiser rule a subfolder: what it may not import of its own folder, and where such a thing belongs. */
const subfolderRules = Object.entries(subfolders).flatMap(([folder, order]) =>
  order.slice(0, -1).map((subfolder, index) => {
    const below = order.slice(0, index);
    const allowed = below.length === 0 ? 'no other subfolder' : below.join(', ');
    return {
      name: `${folder}-${subfolder === '.' ? 'root' : subfolder.replaceAll('/', '-')}-imports`,
      comment:
        `Of src/${folder}, ${pathOf(folder, subfolder)} may import ${allowed}. ` +
        'Move what both need into one of these subfolders, or pass it in as an argument.',
      severity: 'error',
      from: { path: filesOf(folder, subfolder) },
      to: { path: order.slice(index + 1).map((higher) => filesOf(folder, higher)) },
    };
  }),
);

/** Folders without a place in the order. */
const unknownSubfolder = {
  name: 'known-subfolders',
  comment: 'This folder has no place in the order of subfolders: add it to test/architecture/subfolders.cjs.',
  severity: 'error',
  from: {
    path: '^src/.+',
    pathNot: Object.entries(subfolders).flatMap(([folder, order]) =>
      order.map((subfolder) => filesOf(folder, subfolder)),
    ),
  },
  to: {},
};

module.exports = { subfolders, subfolderRules, unknownSubfolder };
