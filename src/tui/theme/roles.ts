/** Roles: what a piece of the frame is. Themes give each role a text style; a theme file may name any of them. */

export const ROLE_TEXTS = {
  text: 'text of dialogs',
  muted: 'what is beside the point: times, folders, hints',
  title: 'titles of dialogs and groups',
  border: 'frames of dialogs',
  paneBorder: 'lines between panes',
  paneFront: 'those lines around the pane in front',
  paneMany: 'what is typed to many terminals',
  separator: 'the rule at the end of a terminal that is closed',
  prompt: "cotty's own prompt sign, and the sign of the selected block",
  input: 'what you type',
  unknownCommand: 'a command that does not exist, as you type it',
  ghost: 'suggestions and notes in an empty line',
  key: 'names of keys',
  tab: 'tabs in the back',
  tabActive: 'the tab in front',
  tabAttention: 'tabs that want you',
  modeRun: 'the word RUN',
  modeRaw: 'the word RAW',
  modeLock: 'the word LOCK',
  modeBrowse: 'the words BROWSE and SELECT',
  modeDialog: 'the word of a dialog',
  running: 'what runs',
  success: 'what went well',
  failure: 'what failed',
  failureChip: 'the exit code of a command that failed, on its header',
  warning: 'what needs a look: timeouts, questions',
  interrupted: 'what was interrupted',
  unknown: 'commands whose end is unknown',
  command: 'command lines',
  selected: 'the chosen entry of a list',
  match: 'matches of a search',
  matchCurrent: 'the match where one is',
  person: 'names of people',
  agent: 'names of agents',
  surface: 'what tabs, headers and bar stand on; without a colour it is mixed from your background',
  info: 'messages',
  error: 'messages of what went wrong',
  unreachable: 'keys that your terminal keeps',
} as const;

export type Role = keyof typeof ROLE_TEXTS;

// Object.keys has every name, but its type does not show that.
export const ROLES = Object.keys(ROLE_TEXTS) as readonly Role[];
