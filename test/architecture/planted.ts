/** A small source tree with one planted offence for each dependency rule, laid out beside the real node_modules. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What each file says, and which rules must speak up about it. */
const planted: Record<string, { readonly text: string; readonly breaks: readonly string[] }> = {
  'src/protocol/a.ts': { text: "import '../rpc/a.ts';", breaks: ['protocol-imports'] },
  'src/rpc/a.ts': { text: "import '../screen/a.ts';", breaks: ['rpc-imports'] },
  'src/screen/a.ts': { text: "import { z } from 'zod'; z;", breaks: ['only-home-of-zod'] },
  'src/shell/a.ts': { text: "import '../ledger/a.ts';", breaks: ['shell-imports'] },
  'src/ledger/a.ts': { text: "import '../client/a.ts';", breaks: ['ledger-imports'] },
  'src/client/a.ts': { text: "import '../screen/a.ts';", breaks: ['client-imports'] },
  'src/client/types.ts': {
    text: "import type { H } from '../host/b.ts'; export type T = H;",
    breaks: ['client-imports'],
  },
  'src/host/a.ts': { text: "import '../client/a.ts';", breaks: ['host-imports'] },
  'src/host/b.ts': {
    text: "import { spawn } from 'node-pty'; export type H = typeof spawn;",
    breaks: ['only-home-of-node-pty'],
  },
  'src/tui/a.ts': { text: "import '../cli/run.ts';", breaks: ['tui-imports', 'nothing-imports-cli'] },
  'src/tui/one.ts': { text: "import './two.ts'; export const one = 1;", breaks: ['no-cycles'] },
  'src/tui/two.ts': { text: "import { one } from './one.ts'; one;", breaks: [] },
  'src/mcp/a.ts': { text: "import '../tui/one.ts';", breaks: ['mcp-imports'] },
  'src/mcp/b.ts': { text: "import './gone.ts';", breaks: ['resolvable'] },
  'src/web/a.ts': { text: "import '../tui/one.ts';", breaks: ['web-imports'] },
  'src/web/b.ts': { text: "import '../client/c.ts';", breaks: ['web-runs-in-browsers'] },
  'src/client/c.ts': { text: "import 'node:net';", breaks: [] },
  'src/tui/three.ts': { text: "import 'preact';", breaks: ['only-home-of-preact'] },
  'src/extra/a.ts': { text: "import '../rpc/a.ts';", breaks: ['known-subfolders'] },
  'src/host/cellar/a.ts': { text: "import '../common/a.ts';", breaks: ['known-subfolders'] },
  'src/host/terminal/a.ts': { text: "import '../common/a.ts';", breaks: [] },
  'src/host/common/a.ts': { text: 'export {};', breaks: [] },
  'src/host/stream/a.ts': { text: "import '../terminal/a.ts';", breaks: ['host-stream-imports'] },
  'src/host/run/a.ts': { text: "import '../a.ts';", breaks: ['host-run-imports'] },
  'src/tui/view/a.ts': { text: "import '../update/a.ts';", breaks: ['tui-view-imports'] },
  'src/tui/update/a.ts': { text: 'export {};', breaks: [] },
  'src/cli/main.ts': { text: "import '../host/a.ts';", breaks: ['cli-loads-lazily'] },
  'src/cli/run.ts': {
    text: "import meow from 'meow'; meow;",
    breaks: ['cli-loads-lazily', 'only-home-of-meow'],
  },
  'src/cli/x.ts': { text: "import { render } from 'ink'; render;", breaks: ['only-home-of-ink'] },
  'src/cli/y.ts': { text: "import React from 'react'; React;", breaks: ['only-home-of-react'] },
  'src/rpc/b.ts': { text: "import { WebSocket } from 'ws'; WebSocket;", breaks: ['only-home-of-ws'] },
  'src/screen/b.ts': { text: "import x from '@xterm/headless'; x;", breaks: ['only-home-of-@xterm'] },
};

/** `rule file` for every offence that must be found. */
export const expectedOffences: readonly string[] = Object.entries(planted).flatMap(([file, { breaks }]) =>
  breaks.map((rule) => `${rule} ${file}`),
);

export function plant(folder: string, projectRoot: string): void {
  for (const [file, { text }] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(projectRoot, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  symlinkSync(join(projectRoot, 'package.json'), join(folder, 'package.json'));
}
