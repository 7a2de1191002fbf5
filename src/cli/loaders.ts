/** Loads each subcommand by dynamic import, so that `ls` never waits for what the window needs. */

import type { Subcommand } from './common/io.ts';
import type { SubcommandName } from './common/subcommands.ts';

type Load = () => Promise<{ readonly run: Subcommand }>;

export const loadWindow: Load = () => import('./window/open.ts');

export const loaders: Readonly<Record<SubcommandName, Load>> = {
  tour: () => import('./window/tour.ts'),
  new: () => import('./terminals/new.ts'),
  up: () => import('./make/up.ts'),
  attach: () => import('./window/attach.ts'),
  layout: () => import('./terminals/layout.ts'),
  share: () => import('./share/share.ts'),
  ls: () => import('./terminals/ls.ts'),
  run: () => import('./scripts/run-command.ts'),
  read: () => import('./scripts/read.ts'),
  send: () => import('./scripts/send.ts'),
  wait: () => import('./scripts/wait.ts'),
  watch: () => import('./scripts/watch.ts'),
  status: () => import('./scripts/status.ts'),
  forget: () => import('./history/forget.ts'),
  note: () => import('./history/note.ts'),
  kill: () => import('./terminals/kill.ts'),
  undo: () => import('./terminals/undo.ts'),
  mcp: () => import('./mcp.ts'),
  agent: () => import('./agents/agent.ts'),
  host: () => import('./host/host.ts'),
  machine: () => import('./machine/machine.ts'),
  forward: () => import('./machine/forward.ts'),
  fleet: () => import('./fleet/fleet.ts'),
  web: () => import('./web/web.ts'),
  notify: () => import('./web/notify.ts'),
  diff: () => import('./history/diff.ts'),
  history: () => import('./history/history.ts'),
  stats: () => import('./history/stats.ts'),
  export: () => import('./history/export.ts'),
  play: () => import('./play/play.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  keys: () => import('./settings/keys.ts'),
  config: () => import('./settings/config.ts'),
  completion: () => import('./settings/completion.ts'),
  'shell-init': () => import('./settings/shell-init.ts'),
};
