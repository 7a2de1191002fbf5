/** Conditions under which a binding holds: what a smart key does depends on the input, and help says so. */

/** What the bindings may depend on, as the app sees it at the moment of the key. */
export type InputContext = {
  readonly empty: boolean;
  /** Nothing stands to the right of the cursor, in any line. */
  readonly atEnd: boolean;
  /** Nothing stands to the left of the cursor. */
  readonly atStart: boolean;
  /** A command runs: what is typed goes to its standard input. */
  readonly running: boolean;
  /** An agent asks for the terminal in front. */
  readonly asked: boolean;
  /** Who holds the terminal: this window, somebody else, or the client at which it runs and which alone can type. */
  readonly holder: 'me' | 'other' | 'owner';
};

/** Of an empty input at an idle prompt: the context in which static help is written. */
export const IDLE: InputContext = {
  empty: true,
  atEnd: true,
  atStart: true,
  running: false,
  asked: false,
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
  'command-running': { text: 'while a command runs', holds: (input) => input.running },
  idle: { text: 'nothing runs', holds: (input) => !input.running },
  asked: { text: 'an agent asks', holds: (input) => input.asked },
} as const satisfies Readonly<Record<string, ConditionInfo>>;

export type Condition = keyof typeof CONDITIONS;

export function isCondition(word: string): word is Condition {
  return Object.hasOwn(CONDITIONS, word);
}

/** An absent condition always holds. */
export function holds(condition: Condition | undefined, input: InputContext): boolean {
  return condition === undefined || CONDITIONS[condition].holds(input);
}

/** Whether two conditions can hold at once: two bindings of one key then compete. */
export function overlap(one: Condition | undefined, other: Condition | undefined): boolean {
  return CONTEXTS.some((input) => holds(one, input) && holds(other, input));
}

/** Every context that can occur: an empty input is at its start and its end. */
const CONTEXTS: readonly InputContext[] = [false, true].flatMap((running) =>
  [false, true].flatMap((asked) => [
    { ...IDLE, running, asked },
    { ...IDLE, empty: false, atStart: false, running, asked },
    { ...IDLE, empty: false, atEnd: false, running, asked },
    { ...IDLE, empty: false, atEnd: false, atStart: false, running, asked },
  ]),
);
