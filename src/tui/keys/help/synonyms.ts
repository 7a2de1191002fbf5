/** Words that people look for in the palette, from other programs, and the commands that they mean there. */

import type { CommandId } from '../command-ids.ts';

const SYNONYMS: Readonly<Record<string, readonly CommandId[]>> = {
  agent: ['agents.open', 'claim.handBack'],
  bye: ['app.detach'],
  appearance: ['theme.choose'],
  broadcast: ['pane.markAll', 'pane.mark'],
  clear: ['input.clearScreen'],
  clipboard: ['block.copyOutput', 'select.lines'],
  close: ['tab.close', 'app.detach'],
  collapse: ['block.foldAll', 'block.toggleFold'],
  colors: ['theme.choose'],
  colours: ['theme.choose'],
  copy: ['block.copyOutput', 'block.copyCommand', 'block.copyBoth', 'select.lines'],
  dark: ['theme.choose'],
  delete: ['tab.close', 'tab.endAll'],
  editor: ['input.editLine'],
  errors: ['block.onlyFailed', 'block.nextFailed'],
  exit: ['app.detach', 'tab.close'],
  expand: ['block.unfoldAll', 'block.toggleFold'],
  filter: ['block.filter', 'block.onlyFailed', 'find.everywhere', 'block.search'],
  find: ['block.search', 'find.everywhere', 'find.here', 'input.historySearch'],
  fold: ['block.toggleFold', 'block.foldAll', 'block.unfoldAll'],
  grep: ['block.search', 'find.everywhere'],
  highlight: ['select.lines'],
  keys: ['help.open'],
  kill: ['tab.close', 'tab.endAll'],
  leave: ['app.detach'],
  light: ['theme.choose'],
  less: ['block.openPager'],
  layout: ['pane.arrange', 'pane.even'],
  mark: ['select.lines', 'select.rectangle'],
  move: ['tab.moveLeft', 'tab.moveRight'],
  mouse: ['mouse.toggle'],
  notifications: ['feed.open'],
  open: ['tab.new', 'block.openLink', 'block.openPager'],
  panel: ['pane.splitRight', 'pane.splitBelow'],
  options: ['config.open'],
  preferences: ['config.open'],
  quit: ['app.detach', 'tab.endAll'],
  maximise: ['pane.zoom'],
  maximize: ['pane.zoom'],
  redo: ['block.rerun'],
  refresh: ['app.redraw'],
  repeat: ['block.rerun'],
  rerun: ['block.rerun'],
  restart: ['app.restartHost'],
  scroll: ['scroll.bottom'],
  search: ['block.search', 'find.everywhere', 'input.historySearch'],
  select: ['select.lines', 'select.rectangle'],
  ssh: ['blocks.forget'],
  session: ['app.detach', 'tab.new'],
  settings: ['config.open', 'theme.choose'],
  share: ['claim.handBack', 'agents.open'],
  shortcuts: ['help.open'],
  split: ['pane.splitRight', 'pane.splitBelow', 'pane.join'],
  title: ['tab.rename'],
  undo: ['tab.undoClose'],
  unsplit: ['pane.breakOut'],
  update: ['app.restartHost'],
  upgrade: ['app.restartHost'],
  url: ['block.openLink'],
  synchronize: ['pane.markAll'],
  tabs: ['tab.list', 'pane.fleet'],
  view: ['block.openPager'],
  window: ['tab.new'],
  yank: ['block.copyOutput', 'select.lines'],
};

/** Letters of a word that must be typed before it counts: one or two begin too many words. */
const LEAST_LETTERS = 3;

/** Returns the commands that a word, or its beginning, means elsewhere. */
export function commandsMeantBy(query: string): readonly CommandId[] {
  const word = query.trim().toLowerCase();
  if (word.length < LEAST_LETTERS) return [];
  return Object.entries(SYNONYMS).flatMap(([name, commands]) => (name.startsWith(word) ? commands : []));
}
