/** Keys that the outer terminal keeps for itself, so that hints can name a key that arrives. */

export type Outer = 'vscode' | 'vscode-mac' | 'gnome' | 'ghostty' | 'other';

/** Finds out from the environment which outer terminal cotty runs in. */
export function outerOf(env: Readonly<Record<string, string | undefined>>, platform: string): Outer {
  const program = env['TERM_PROGRAM'];
  if (program === 'vscode') return platform === 'darwin' ? 'vscode-mac' : 'vscode';
  if (program === 'ghostty') return platform === 'darwin' ? 'other' : 'ghostty';
  return env['VTE_VERSION'] ? 'gnome' : 'other';
}

export const OUTER_NAMES: Readonly<Record<Outer, string>> = {
  vscode: 'VS Code',
  'vscode-mac': 'VS Code',
  gnome: 'GNOME Terminal',
  ghostty: 'Ghostty',
  other: 'this terminal',
};

/** Whether RAW also reserves F4, because Ctrl+K may never arrive. */
export function keepsF4(outer: Outer): boolean {
  return outer === 'vscode' || outer === 'vscode-mac';
}

export function keptKeys(outer: Outer): ReadonlySet<string> {
  return KEPT[outer];
}

const ALT_DIGITS = Array.from({ length: 9 }, (_, n) => `alt+${n + 1}`);

/** Default bindings of each terminal; for VS Code, its list of commands that skip the shell. */
const KEPT: Readonly<Record<Outer, ReadonlySet<string>>> = {
  vscode: new Set([
    ...['ctrl+e', 'ctrl+k', 'ctrl+f', 'ctrl+g', 'ctrl+j', 'ctrl+p', 'ctrl+tab', 'ctrl+shift+tab'],
    ...['ctrl+pageup', 'ctrl+pagedown', 'f1', 'f3', 'f5', 'f6', 'f11'],
  ]),
  'vscode-mac': new Set(['ctrl+tab', 'ctrl+shift+tab', 'f1', 'f3', 'f5', 'f6', 'f11']),
  gnome: new Set(['f1', 'f10', 'f11', 'ctrl+pageup', 'ctrl+pagedown', ...ALT_DIGITS]),
  ghostty: new Set(ALT_DIGITS),
  other: new Set(),
};
