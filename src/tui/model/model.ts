/** The model: everything this window remembers, as data; `update` is its only writer. */

import type { Block } from '../../client/blocks/block.ts';
import type { RunPlace } from '../../client/blocks/recorded-run.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { Keymap } from '../../client/commands/keymap.ts';
import type { Comparing } from '../../client/compare/comparing.ts';
import type { ConnectionState } from '../../client/connection/reconnecting.ts';
import type { Subject } from '../../client/dialog-subject.ts';
import type { LineSearch } from '../../client/history-lines.ts';
import type { HistorySearch, HistoryTrends } from '../../client/history-search.ts';
import type { Me } from '../../client/holder.ts';
import type { FarHost } from '../../client/machines/far-host.ts';
import type { Size } from '../../client/panes/pane-tree.ts';
import type { HeldBorder, Joining, RowFilter, Split } from '../../client/panes/split.ts';
import type { Exportable } from '../../client/run/exported-runs.ts';
import type { Snoozed } from '../../client/waiting.ts';
import type { FindQuery, FoundCommand } from '../../protocol/cotty/find.ts';
import type { HistoryOrder } from '../../protocol/cotty/history.ts';
import type { ProgramQuestion } from '../../protocol/cotty/program.ts';
import type { AgentStatus } from '../../protocol/messages.ts';
import type { TerminalClaim, TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Player } from '../../review/replay/player.ts';
import type { EditorState } from '../../screen/editor/editor-state.ts';
import type { Suggestion } from '../../screen/editor/recall.ts';
import type { ViState } from '../../screen/editor/vi.ts';
import type { Anchor, BlocksView } from '../blocks/block/block-view.ts';
import type { Grain, Point, Skipped, TextSelection } from '../blocks/select/selection.ts';
import type { Settings } from '../config/settings.ts';
import type { Waiting } from '../keys/bindings/chords.ts';
import type { Capabilities } from '../outer/capabilities.ts';
import type { OwnStyles } from '../theme/theme.ts';
import type { Appearance, Surroundings } from './appearance.ts';
import type { Feed, GoingTo } from './feed.ts';
import type { Lessons } from './lessons.ts';
import type { OutputPreview } from './output-preview.ts';

/** The mode decides where keys go. The bar shows its name, except for RUN at a shell's prompt. */
export type Mode = 'run' | 'raw' | 'lock' | 'browse' | 'select';

/** The state of one tab in this window, kept while other tabs are in front. */
export type TabView = {
  readonly mode: Mode;
  /** Whether RAW was entered automatically; it is left automatically when the command ends. */
  readonly autoRaw: boolean;
  /** Whether Tab in RUN has given the line to the shell; RUN has it again as soon as the command starts. The window shows RUN all the time. */
  readonly droppedIn: boolean;
  /** The text before the cursor when Tab moved the line to the shell, and whether the last key there deleted something. */
  readonly shellPrompt: string | undefined;
  readonly deleting: boolean;
  /** What the shell's line will be when it has echoed what was typed there; undefined after a key that may do anything. */
  readonly shellExpects: string | undefined;
  /** The row of the shell's line, up to the cursor, when Ctrl+C was pressed there. */
  readonly givenUp: string | undefined;
  readonly editor: EditorState;
  /** State of the vi keys, if the line has them. */
  readonly vi: ViState;
  readonly suggestion: Suggestion | undefined;
  readonly blocks: BlocksView;
  /** Text selected by mouse or keys. */
  readonly selection: TextSelection | undefined;
  /** The mode that SELECT goes back to, when it was entered as tmux's copy mode; otherwise it leads to BROWSE. */
  readonly copyFrom: CopyFrom | undefined;
  /** Whether bytes went to the shell past the editor since its last prompt: the shell's own line may hold text. */
  readonly shellLineDirty: boolean;
  /** The claim this window replaced by taking over; one key hands the terminal back to it. */
  readonly takenFrom: TerminalClaim | undefined;
  /** Handle of the agent that asks for the terminal and was told to wait. */
  readonly declined: string | undefined;
  /** Number of bells when this tab was last in front. */
  readonly bellsSeen: number;
  /** Number of notices then. */
  readonly noticeSeen: number;
  /** Since when the program had ended its work that the host was last told as seen (Unix ms). */
  readonly doneSeen: number;
  /** Since when its program waited that last waited (Unix ms): this is told once. */
  readonly waitedSince: number;
  /** Finish time of the last command seen to end (Unix ms). */
  readonly finishedSeen: number;
  /** Time when this window last sent Ctrl+C or Ctrl+\ (Unix ms). */
  readonly stoppedAt: number;
  /** Start of the last command seen as a full-screen program (Unix ms): its end gives no notice. */
  readonly fullScreenSince: number;
  /** Whether this window has asked the host to close it. */
  readonly closing: boolean;
};

/** RUN, RAW, or RAW only for as long as the program wants the keys. */
export type CopyFrom = 'run' | 'raw' | 'program';

/** A drag: the mouse button is down in the body. */
export type Drag = {
  readonly uri: string;
  /** The place in the text and the cell of the window at which the button went down. */
  readonly from: Point;
  /** Finds `from` again when the view has scrolled to lines that had to be fetched. */
  readonly anchor: Anchor;
  /** The lines that the sticky header hides, if the button went down on it. */
  readonly skipped: Skipped | undefined;
  readonly press: { readonly x: number; readonly y: number };
  readonly grain: Grain;
  /** Whether the mouse has moved, so that it is no click. */
  readonly moved: boolean;
  /** Whether the mouse is beyond an edge: −1 above the body, 1 below it. */
  readonly edge: -1 | 0 | 1;
  /** Steps that the view has scrolled since. */
  readonly held: number;
  /** Whether it has scrolled the view. */
  readonly scrolled: boolean;
  /** Whether the view followed new output before. */
  readonly followed: boolean;
};

/** What is about a terminal names it: when it is no more what `DIALOG_SUBJECTS` says, the update takes the dialog away. */
type OfTerminal = { readonly uri: string };

export type Dialog =
  | (OfTerminal & {
      readonly kind: 'name';
      readonly purpose: 'rename' | 'panes';
      readonly editor: EditorState;
    })
  /** The note on a finished command. */
  | {
      readonly kind: 'note';
      readonly uri: string;
      readonly seq: number;
      readonly commandId: string;
      readonly commandLine: string;
      readonly editor: EditorState;
      /** The history that it leads back to. */
      readonly over?: HistoryPage | undefined;
    }
  | (OfTerminal & { readonly kind: 'palette'; readonly editor: EditorState; readonly selected: number })
  | (OfTerminal & {
      readonly kind: 'history';
      /** The words and filters. */
      readonly editor: EditorState;
      readonly selected: number;
      readonly found: LineSearch;
      /** Output of the chosen line's newest run. */
      readonly preview: OutputPreview | undefined;
    })
  /** The tabs, to go to one, or to show one beside the one in front. */
  | { readonly kind: 'tabs'; readonly editor: EditorState; readonly selected: number; readonly joins?: true }
  /** Shows the numbers of the panes; a digit selects one. */
  | (OfTerminal & { readonly kind: 'panes' })
  | { readonly kind: 'themes'; readonly editor: EditorState; readonly selected: number }
  /** The machines of the window, to connect to one, or to open a terminal there. */
  | { readonly kind: 'machines'; readonly editor: EditorState; readonly selected: number }
  /** A question of the program that reaches a machine. */
  | { readonly kind: 'machineAsk'; readonly asked: MachineQuestion; readonly editor: EditorState }
  | (OfTerminal & { readonly kind: 'search'; readonly editor: EditorState })
  /** The filter of the blocks; `wrong` is what is wrong with a word of it. */
  | (OfTerminal & {
      readonly kind: 'filter';
      readonly editor: EditorState;
      readonly wrong: string | undefined;
    })
  | ExportDialog
  /** The filter of the rows of a stack. */
  | { readonly kind: 'rows'; readonly editor: EditorState }
  | {
      readonly kind: 'find';
      readonly editor: EditorState;
      readonly selected: number;
      /** Whether all terminals and the record are searched, or only the terminal in front. */
      readonly all: boolean;
      /** The query that was sent to the host, if there is one, and the problem with a word of it. */
      readonly asked: FindQuery | undefined;
      readonly wrong: string | undefined;
      /** The matches so far, and whether there are more: the search still runs, or its limit is reached. */
      readonly found: readonly FoundCommand[];
      readonly state: 'searching' | 'ended' | 'full';
    }
  /** `over` is the history that the help leads back to. */
  | { readonly kind: 'help'; readonly scroll: number; readonly over?: HistoryPage | undefined }
  /** The help with only the rows that match the words in the field. */
  | {
      readonly kind: 'helpSearch';
      readonly scroll: number;
      readonly editor: EditorState;
      readonly over?: HistoryPage | undefined;
    }
  | { readonly kind: 'feed'; readonly selected: number }
  | { readonly kind: 'agents'; readonly scroll: number }
  | HistoryPage
  | ReplayPage
  /** `over` is the history that the comparison leads back to. */
  | {
      readonly kind: 'compare';
      readonly scroll: number;
      readonly comparing: Comparing;
      readonly over?: HistoryPage | undefined;
    }
  | QuestionDialog
  /** The field for an answer; the question stays as it was. */
  | (OfTerminal & { readonly kind: 'reply'; readonly to: QuestionDialog; readonly editor: EditorState })
  /** Asks before all terminals are ended; a word has to be typed. */
  | { readonly kind: 'endAll'; readonly editor: EditorState }
  | {
      readonly kind: 'confirm';
      readonly question: string;
      readonly yes: ConfirmedAct;
      /** `y` confirms, and every other key cancels, as in tmux. */
      readonly onlyY?: true;
    }
  /** Date and time, until a key is pressed. */
  | { readonly kind: 'clock' }
  /** Asks before typing into a terminal that another client holds; the typed input is kept in `kept`. */
  | (OfTerminal & {
      readonly kind: 'takeOver';
      readonly holderId: string;
      readonly holderName: string;
      readonly kept: string;
      readonly fromEditor: boolean;
    })
  | GoneNotice;

/**
 * Says that the terminal for which something was being typed is gone, and takes the rest of what is typed: until it is read and
 * closed, no key reaches the terminal that has come to the front.
 */
export type GoneNotice = OfTerminal & {
  readonly kind: 'gone';
  /** What has happened to which terminal, `build is closed`. */
  readonly what: string;
  /** The line that was being written; empty where there was none. */
  readonly line: string;
  /** When it has come up, or has taken the last key (Unix ms). */
  readonly at: number;
};

/** A machine beside the person's own host. */
export type MachineRow = Pick<FarHost, 'name' | 'address' | 'state'>;

export type MachineQuestion = {
  readonly id: number;
  /** The words of the program: untrusted text. */
  readonly prompt: string;
  /** Whether what is typed is not shown. */
  readonly secret: boolean;
  /** Whether it only tells something: there is nothing to type. */
  readonly told: boolean;
};

/** The replay of a command or of a terminal; it has the whole area. */
export type ReplayPage = {
  readonly kind: 'replay';
  readonly uri: string;
  readonly terminal: string;
  /** The commands that can be gone to, and the place of the one that is played; empty while all of the terminal is played. */
  readonly blocks: readonly Block[];
  readonly chosen: number;
  /** Undefined until it is read; a text if it cannot be. */
  readonly player: Player | string | undefined;
};

/** The history, a page with the commands of all terminals. */
export type HistoryPage = {
  readonly kind: 'historyPage';
  /** The words and filters. */
  readonly editor: EditorState;
  readonly order: HistoryOrder;
  /** Whether keys go to the list, not to the field with the words. */
  readonly inList: boolean;
  readonly search: HistorySearch;
  readonly trends: HistoryTrends;
  /** Places of the chosen command, and of the first one in view, among those that match. */
  readonly selected: number;
  readonly top: number;
  /** Output of the chosen command. */
  readonly preview: OutputPreview | undefined;
  /** Folder of the repository in which the terminal in front is. */
  readonly repository: string | undefined;
  /** How many commands there are in all; undefined until all were listed once. */
  readonly all: number | undefined;
};

/** Commands that leave cotty as a document, a picture or a recording. */
export type ExportDialog = {
  readonly kind: 'export';
  /** The file; empty for the clipboard. */
  readonly editor: EditorState;
  readonly selected: number;
  /** The chosen command, and those that are shown with it, the oldest first. */
  readonly chosen: Exportable;
  readonly shown: readonly Exportable[];
  readonly all: boolean;
  readonly withSecrets: boolean;
  /** The history that it leads back to. */
  readonly over: HistoryPage | undefined;
};

/** The question of a program, answered from the list of F12. */
export type QuestionDialog = {
  readonly kind: 'question';
  readonly uri: string;
  /** The place in the list to go back to. */
  readonly from: number;
  /** The question that an answer is for; undefined until the host has told it. */
  readonly asked: ProgramQuestion | undefined;
  /**
   * `sending`: an answer is on its way, `moving`: one that only marks another choice; `over`: what is shown can no longer be answered,
   * `said` tells why.
   */
  readonly state: 'asking' | 'shown' | 'sending' | 'moving' | 'over';
  readonly said: string;
  /** Until when (Unix ms) no key answers, because another question has come in place of the one that was shown. */
  readonly heldUntil?: number;
  /** The chosen answer; undefined while none is, when Enter goes to the terminal. */
  readonly selected: number | undefined;
  /** The text of an answer that was not sent. */
  readonly draft: EditorState;
};

/** What is done when the question is confirmed. */
export type ConfirmedAct =
  | (OfTerminal & { readonly kind: 'paste'; readonly text: string })
  | (OfTerminal & { readonly kind: 'rerun'; readonly again: Again })
  | { readonly kind: 'openLink'; readonly address: string; readonly uri: string }
  /** The question about blocks for a shell on another machine, asked at `at` (Unix ms). */
  | { readonly kind: 'blocks'; readonly uri: string; readonly at: number }
  | { readonly kind: 'close'; readonly uri: string }
  | { readonly kind: 'closeGroup'; readonly uris: readonly string[] }
  | (OfTerminal & { readonly kind: 'rename'; readonly title: string; readonly over: string })
  | { readonly kind: 'closeMarked'; readonly uris: readonly string[] }
  | { readonly kind: 'restartHost' };

type AboutTerminal = OfTerminal | { readonly uris: readonly string[] };
type SubjectsOf<U extends { readonly kind: string }> = {
  readonly [K in U['kind']]: Extract<U, { readonly kind: K }> extends AboutTerminal
    ? Exclude<Subject, 'window'>
    : 'window';
};

/** A dialog that names no terminal belongs to the window; one that is about a terminal does not compile without naming it. */
export const DIALOG_SUBJECTS = {
  name: 'front',
  palette: 'front',
  history: 'front',
  panes: 'front',
  search: 'front',
  filter: 'front',
  takeOver: 'input',
  question: 'open',
  reply: 'open',
  note: 'record',
  replay: 'record',
  gone: 'record',
  clock: 'window',
  tabs: 'window',
  themes: 'window',
  machines: 'window',
  machineAsk: 'window',
  export: 'window',
  rows: 'window',
  find: 'window',
  help: 'window',
  helpSearch: 'window',
  feed: 'window',
  agents: 'window',
  historyPage: 'window',
  compare: 'window',
  endAll: 'window',
} as const satisfies SubjectsOf<Exclude<Dialog, { readonly kind: 'confirm' }>>;

export const CONFIRM_SUBJECTS = {
  paste: 'input',
  rerun: 'input',
  blocks: 'input',
  openLink: 'record',
  rename: 'open',
  close: 'open',
  closeGroup: 'open',
  closeMarked: 'open',
  restartHost: 'window',
} as const satisfies SubjectsOf<ConfirmedAct>;

/** A run that was marked, and the id of its block. */
export type CompareMark = { readonly run: RunPlace; readonly block: string };

/** A command that is run again, the run that it is compared with, and whether that is shown when it has ended, or only told. */
export type Again = {
  readonly commandLine: string;
  /** Undefined if that run has no record. */
  readonly of: RunPlace | undefined;
  readonly shows: boolean;
};

/** A command that was run again; `since` is when the last one before had ended (Unix ms on the host's clock). */
export type Rerun = Again & { readonly of: RunPlace; readonly since: number; readonly hasEnded: boolean };

/** A text that a program wants to copy to the clipboard; a command accepts it until `until` (Unix ms). */
export type OfferedCopy = {
  readonly text: string;
  /** Description for people, `6 characters from make`. */
  readonly what: string;
  /** The question, with the start of the text, and without it. */
  readonly question: string;
  readonly short: string;
  readonly until: number;
};

export type Tone = 'plain' | 'good' | 'bad';

/** A line in the bar about what just happened; it disappears at `until` (Unix ms). */
export type Toast = {
  readonly text: string;
  readonly tone: Tone;
  readonly until: number;
  readonly offer?: Offer | undefined;
};

/** A command that a toast offers with its key; `orElse` is shown if no key is bound to it. */
export type Offer = { readonly command: CommandId; readonly word: string; readonly orElse: string };

/** The connected agents as the host reports them; `off` has the reason why it does not. */
export type Agents =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly list: readonly AgentStatus[] }
  | { readonly kind: 'off'; readonly reason: string };

/** Where the first piece of a paste went: the others follow it there, or are dropped. */
export type Pasting =
  | { readonly to: 'program'; readonly uri: string; readonly bracketed: boolean }
  | { readonly to: 'line'; readonly uri: string }
  | { readonly to: 'field'; readonly of: Dialog['kind'] };

export type Visited = { readonly uri: string; readonly title: string; readonly from: string | undefined };

export type Model = {
  readonly size: Size;
  readonly me: Me;
  readonly connection: ConnectionState;
  /** What is being done about a host that is away, as shown in the bar; undefined while the window only waits. */
  readonly revival: string | undefined;
  /** The host's list of terminals, in its order. */
  readonly tabs: readonly TerminalInfo[];
  /** URI of the terminal in front. */
  readonly active: string | undefined;
  /** The closed terminal that is shown in front, and the tab to go back to. */
  readonly visited: Visited | undefined;
  /** URI of a terminal opened here that is not in the list yet; it comes to the front when it appears. */
  readonly awaited: string | undefined;
  readonly views: { readonly [uri: string]: TabView };
  /** Terminals that were in front, the newest first. */
  readonly used: readonly string[];
  /** Splits: terminals that are shown side by side while one of them is in front. */
  readonly splits: readonly Split[];
  /** Splits of the last window with terminals of machines that are not there yet. */
  readonly absentSplits: readonly Split[];
  /** Marked terminals: what is typed in one of them goes to all. */
  readonly many: readonly string[];
  /** Filter of the rows of a stack; undefined while all are in view. */
  readonly rowFilter: RowFilter | undefined;
  /** Last output lines of terminals that are folded in a stack, by URI, as the host reported them. */
  readonly lastLines: Readonly<Record<string, string>>;
  /** The pane that the awaited terminal gets, when it was opened beside another one. */
  readonly joining: Joining | undefined;
  readonly dialog: Dialog | undefined;
  /** The other machines of this window; empty for most. */
  readonly machines: readonly MachineRow[];
  /** Questions that wait until no other dialog is open. */
  readonly machineQuestions: readonly MachineQuestion[];
  readonly toast: Toast | undefined;
  readonly offeredCopy: OfferedCopy | undefined;
  /** A paste of which pieces are still to come. */
  readonly pasting: Pasting | undefined;
  /** Half-written lines of terminals that were closed, the newest last: who brings one back finds its line. */
  readonly leftLines: readonly { readonly uri: string; readonly editor: EditorState }[];
  /** Capabilities of the outer terminal, as far as it has answered. */
  readonly outer: Capabilities;
  readonly around: Surroundings;
  /** Undefined once the user is not new any more. */
  readonly lessons: Lessons | undefined;
  readonly appearance: Appearance;
  readonly settings: Settings;
  /** Styles of the configuration, beside those of the theme. */
  readonly ownStyles: OwnStyles;
  readonly keymap: Keymap;
  /** The key pressed last, while the next one may belong to it. */
  readonly chord: Waiting | undefined;
  /** The text copied last in this window, for a command that pastes it; undefined while there is none, or it is too long. */
  readonly copied: string | undefined;
  /** Time (Unix ms) at which Esc led from BROWSE to the prompt: another one right after it stays there. */
  readonly escapedAt: number;
  /** Commands chosen in the palette, newest first. */
  readonly recent: readonly CommandId[];
  readonly mouse: boolean;
  /** Set while the mouse button is down in the body: a click so far, or a selection in progress. */
  readonly drag: Drag | undefined;
  /** URI of the tab that the mouse holds, while its button is down. */
  readonly heldTab: string | undefined;
  /** The borders between panes that the mouse holds. */
  readonly heldBorder: HeldBorder | undefined;
  /** URI of the pane that the mouse holds by its title. */
  readonly heldPane: string | undefined;
  /** URI of the terminal whose scrollbar the mouse holds. */
  readonly heldBar: string | undefined;
  /** The last press of the button (Unix ms), and how many came in a row. */
  readonly clicked:
    | { readonly x: number; readonly y: number; readonly at: number; readonly count: number }
    | undefined;
  /** The tab last closed here, with the name that it showed. */
  readonly closed: { readonly uri: string; readonly name: string } | undefined;
  readonly focused: boolean;
  readonly feed: Feed;
  /** The run that others are compared with. */
  readonly compareMark: CompareMark | undefined;
  /** Commands that were run again, by their terminals, until they are compared. */
  readonly reruns: Readonly<Record<string, Rerun>>;
  /** The command chosen in a list; its block is shown as soon as its tab is in front. */
  readonly goingTo: GoingTo | undefined;
  /** Terminals that wait and that the person has put off, with the times until which. */
  readonly snoozed: Snoozed;
  readonly agents: Agents;
  /** Whether the host gives no history. */
  readonly historyOff: boolean;
  /** Set when the window is to end, with its exit code. */
  readonly quit: { readonly code: number; readonly farewell?: string } | undefined;
};

// Pages: the dialogs that fill the window.

const PAGES = ['help', 'feed', 'agents', 'compare', 'replay'] as const;

export type Page = Extract<Dialog, { kind: (typeof PAGES)[number] }>;

export function isPage(dialog: Dialog): dialog is Page {
  return isPageKind(dialog.kind);
}

export function isPageKind(kind: Dialog['kind']): kind is Page['kind'] {
  return PAGES.some((each) => each === kind);
}

/** Returns the key table of an open dialog. */
export function tableOf(dialog: Dialog): 'page' | 'history' | 'dialog' {
  if (dialog.kind === 'historyPage' && dialog.inList) return 'history';
  return isPage(dialog) ? 'page' : 'dialog';
}
