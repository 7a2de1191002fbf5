/** Conditions of bindings: the command of a smart key depends on the input, and help names the condition. */

/** State at the moment of a key press that conditions may depend on. */
export type InputContext = {
  readonly empty: boolean;
  /** No text is to the right of the cursor, in any line. */
  readonly atEnd: boolean;
  /** No text is to the left of the cursor. */
  readonly atStart: boolean;
  /** A shell command is running: typed text goes to its standard input. */
  readonly running: boolean;
  /** A full-screen program has the alternate screen, which has no scrollback. */
  readonly fullScreen: boolean;
  /** Text is selected in the body. */
  readonly selected: boolean;
  /** An agent asks for the active terminal. */
  readonly asked: boolean;
  /** The line has the keys of vi, in which Esc leads to normal mode. */
  readonly viKeys: boolean;
  /**
   * Holder of the terminal: this window, another client, or the client that runs the pty and alone can type. `nobody`: its
   * pane is only watched, so nothing typed here goes anywhere.
   */
  readonly holder: 'me' | 'other' | 'owner' | 'nobody';
  /** Question of an open dialog that has no input field: yes or no, whether to take a terminal over, or that of a program. */
  readonly asks?: 'yesOrNo' | 'takeOver' | 'question';
  /** The open page. */
  readonly page?: 'help' | 'feed' | 'agents' | 'compare' | 'replay';
  /** The terminal in front is one of several side by side. */
  readonly sideBySide?: boolean;
  /** Another terminal waits for the person. */
  readonly waits?: boolean;
  /** The terminal in front is closed and can only be read. */
  readonly closed?: boolean;
  /** The history is open. */
  readonly inHistory?: boolean;
  /** A line of before is searched. */
  readonly searchesLine?: boolean;
};

/** Context of an empty input at an idle prompt. Static help is written for this context. */
export const IDLE: InputContext = {
  empty: true,
  atEnd: true,
  atStart: true,
  running: false,
  fullScreen: false,
  selected: false,
  asked: false,
  viKeys: false,
  holder: 'me',
};

type ConditionInfo = { readonly text: string; readonly holds: (input: InputContext) => boolean };

export const CONDITIONS = {
  'input-at-end': { text: 'cursor at the end', holds: (input) => input.atEnd },
  'text-to-the-right': { text: 'text to the right', holds: (input) => !input.atEnd },
  'input-at-start': { text: 'cursor at the start', holds: (input) => input.atStart },
  'text-to-the-left': { text: 'text to the left', holds: (input) => !input.atStart },
  'input-empty': { text: 'input empty', holds: (input) => input.empty },
  'input-not-empty': { text: 'something typed', holds: (input) => !input.empty },
  'prompt-empty': { text: 'empty input, nothing runs', holds: (input) => input.empty && !input.running },
  'no-program-reads': {
    text: 'at an empty prompt',
    holds: (input) => input.empty && !input.viKeys && (!input.running || input.holder !== 'me'),
  },
  'command-running': { text: 'while a command runs', holds: (input) => input.running },
  idle: { text: 'nothing runs', holds: (input) => !input.running },
  'screen-scrolls': { text: 'not in full-screen programs', holds: (input) => !input.fullScreen },
  'typed-none-selected': { text: 'something typed', holds: (input) => !input.empty && !input.selected },
  'empty-none-selected': { text: 'input empty', holds: (input) => input.empty && !input.selected },
  'none-selected': { text: 'no text selected', holds: (input) => !input.selected },
  'text-selected': { text: 'text selected', holds: (input) => input.selected },
  asked: { text: 'an agent asks', holds: (input) => input.asked },
  'side-by-side': { text: 'several panes', holds: (input) => input.sideBySide === true },
  'one-pane': { text: 'a single pane', holds: (input) => input.sideBySide !== true },
  waiting: { text: 'another terminal waits', holds: (input) => input.waits === true },
  'yes-or-no': { text: 'a question', holds: (input) => input.asks === 'yesOrNo' },
  question: { text: 'the question of a program', holds: (input) => input.asks === 'question' },
  comparing: { text: 'comparing', holds: (input) => input.page === 'compare' },
  replaying: { text: 'replaying', holds: (input) => input.page === 'replay' },
  'page-scrolls': { text: 'not in a replay', holds: (input) => input.page !== 'replay' },
  queue: { text: 'who waits', holds: (input) => input.page === 'feed' },
  agents: { text: 'agents', holds: (input) => input.page === 'agents' },
  'take-over': { text: 'before a takeover', holds: (input) => input.asks === 'takeOver' },
} as const satisfies Readonly<Record<string, ConditionInfo>>;

export type Condition = keyof typeof CONDITIONS;

export function isCondition(word: string): word is Condition {
  return Object.hasOwn(CONDITIONS, word);
}

/** Whether a condition is met now. An absent condition always holds. */
export function holds(condition: Condition | undefined, input: InputContext): boolean {
  return condition === undefined || CONDITIONS[condition].holds(input);
}

/** Whether two conditions can hold at once. Two bindings of one key would then conflict. */
export function overlap(one: Condition | undefined, other: Condition | undefined): boolean {
  return CONTEXTS.some((input) => holds(one, input) && holds(other, input));
}

/** All contexts that can occur. The cursor of an empty input is both at the start and at the end. */
const CONTEXTS: readonly InputContext[] = [
  { ...IDLE, asks: 'yesOrNo' },
  { ...IDLE, asks: 'takeOver' },
  { ...IDLE, asks: 'question' },
  { ...IDLE, page: 'feed' },
  { ...IDLE, page: 'agents' },
  { ...IDLE, page: 'compare' },
  { ...IDLE, page: 'replay' },
  ...[false, true].flatMap((running) =>
    [false, true].flatMap((asked) =>
      [false, true].flatMap((selected) =>
        [false, true].flatMap((sideBySide) => {
          const moment = { ...IDLE, running, asked, selected, sideBySide };
          return [
            moment,
            { ...moment, waits: true },
            { ...moment, empty: false, atStart: false },
            { ...moment, empty: false, atEnd: false },
            { ...moment, empty: false, atEnd: false, atStart: false },
          ];
        }),
      ),
    ),
  ),
];
