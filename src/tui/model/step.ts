/** A step, the result of `update`: the next model, and the effects to be carried out, as data. */

import type { Block } from '../../client/blocks/block.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { CompareAsk } from '../../client/compare/comparing.ts';
import type { HistoryAsk as HistoryPageAsk, TrendsAsk } from '../../client/history-search.ts';
import type { Joining } from '../../client/panes/split.ts';
import type { Exportable } from '../../client/run/exported-runs.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { FindQuery } from '../../protocol/cotty/find.ts';
import type { TerminalClaim, TerminalInfo } from '../../protocol/terminal/state.ts';
import type { FormatId } from '../../review/export/format-names.ts';
import type { Notice } from '../outer/notifications.ts';
import type { Model, Offer, Rerun, TabView, Tone } from './model.ts';
import type { PreviewedCommand } from './output-preview.ts';

/** A query for earlier command lines. */
export type HistoryAsk =
  | { readonly for: 'walk'; readonly prefix: string; readonly skip: number }
  | { readonly for: 'suggestion'; readonly prefix: string }
  | { readonly for: 'argument'; readonly index: number }
  | { readonly for: 'search'; readonly words: string };

/** An answer to a program: the keys of one of its choices, or a text. */
export type Answer = { readonly keys: string } | { readonly text: string };

export type ExportEffect = {
  readonly kind: 'export';
  readonly commands: readonly Exportable[];
  readonly format: FormatId;
  /** Undefined for the clipboard. */
  readonly file: string | undefined;
  readonly withSecrets: boolean;
};

export type Effect =
  | { readonly kind: 'input'; readonly uri: string; readonly data: string; readonly bytes?: true }
  | { readonly kind: 'claim'; readonly uri: string; readonly takeOverFrom?: string }
  | { readonly kind: 'handOver'; readonly uri: string; readonly to: TerminalClaim }
  /** Asks the host to give a terminal that this window holds the size of its pane. */
  | { readonly kind: 'fit'; readonly uri: string }
  /** Opens a terminal, with `joining` in a pane beside another one. */
  | {
      readonly kind: 'create';
      /** Absent where the host is to name it. */
      readonly name?: string;
      readonly cwd?: string;
      readonly joining?: Joining;
      /** The machine on which it is opened; absent for the one of the window's own host. */
      readonly machine?: string;
    }
  /** Connects to a machine, or tries again now. */
  | { readonly kind: 'connectMachine'; readonly name: string }
  /** Answers a question of the program that reaches a machine; without a text nobody answers. */
  | { readonly kind: 'answerMachine'; readonly id: number; readonly text: string | undefined }
  | { readonly kind: 'park'; readonly uri: string }
  /** Asks the host what closing a terminal would end; `asked` if the user is asked meanwhile, who alone closes it then. */
  | { readonly kind: 'askWork'; readonly uri: string; readonly asked: boolean }
  /** Restarts the host with the version of this window. */
  | { readonly kind: 'restartHost' }
  /** Brings back the terminal that was closed last, in any window. */
  | { readonly kind: 'undoClose' }
  /** Moves a tab before another one, or to the end. */
  | { readonly kind: 'move'; readonly uri: string; readonly before: string | undefined }
  /** Stores the pane layout at the host. */
  | { readonly kind: 'keepSplits'; readonly text: string }
  /** Answers whether the shell on another machine gets blocks; `forgetBlocks` drops all answers. */
  | { readonly kind: 'answerBlocks'; readonly uri: string; readonly answer: 'yes' | 'no' | 'later' }
  | { readonly kind: 'forgetBlocks' }
  /** Changes the note or the bookmark of a finished command. */
  | {
      readonly kind: 'annotate';
      readonly uri: string;
      readonly seq: number;
      readonly commandId: string;
      readonly change: { readonly note?: string; readonly bookmarked?: boolean };
    }
  /** `over`: the id of its holder, if the person has agreed to rename what somebody else holds. */
  | { readonly kind: 'rename'; readonly uri: string; readonly title: string; readonly over?: string }
  /** Subscribes to a terminal and brings it to the front. */
  | { readonly kind: 'show'; readonly uri: string }
  /** Brings a closed terminal to the front, with its commands from the records; `seq` is the command to show. */
  | {
      readonly kind: 'look';
      readonly uri: string;
      readonly title: string;
      readonly seq: number | undefined;
    }
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** Asks the host for matches in all outputs. */
  | { readonly kind: 'findOutputs'; readonly uri: string; readonly query: string }
  /** Searches one terminal, or all terminals and the records. */
  | { readonly kind: 'findCommands'; readonly query: FindQuery }
  /** Asks the host for earlier command lines. */
  | { readonly kind: 'askPast'; readonly uri: string; readonly ask: HistoryAsk }
  /** Reads commands of the history, earlier runs of those in view, or the output of the chosen one; the last two after a pause. */
  | { readonly kind: 'readHistory'; readonly ask: HistoryPageAsk }
  | { readonly kind: 'readTrends'; readonly ask: TrendsAsk }
  | { readonly kind: 'readPreview'; readonly of: PreviewedCommand; readonly lines: number }
  /** Looks for the repository of a folder of this machine. */
  | { readonly kind: 'findRepository'; readonly folder: string }
  /** Copies an output that only the host has. */
  | { readonly kind: 'copyOutput'; readonly of: PreviewedCommand }
  /** Asks the host which words are no commands. */
  | { readonly kind: 'page'; readonly text: string }
  /** Shows a whole output; the window has only the parts in `held`. */
  | { readonly kind: 'pageOutput'; readonly uri: string; readonly seq: number; readonly held: () => string }
  /** Writes commands to a file, or to the clipboard. */
  | ExportEffect
  /** Reads a command with the times of its output, or without one all that is recorded of the terminal, to replay it. */
  | {
      readonly kind: 'readReplay';
      readonly uri: string;
      readonly terminal: string;
      readonly block: Block | undefined;
    }
  /** Copies a link by which a browser may watch, at a block of the page. */
  | { readonly kind: 'copyBlockLink'; readonly uri: string; readonly seq: number | undefined }
  /** Opens a hyperlink of the terminal `uri` on this machine, or copies it if no program can open it. */
  | { readonly kind: 'openLink'; readonly address: string; readonly uri: string }
  /** Opens a file in the editor; line and column count from 1, `cwd` is the URI of the folder that a relative path refers to. */
  | {
      readonly kind: 'openFile';
      readonly path: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
      readonly cwd: string | undefined;
    }
  /** Lets an editor change RUN's line. */
  | { readonly kind: 'editLine'; readonly uri: string; readonly text: string }
  /** Asks the host for a notification whenever a command ends, and for the notifications so far. */
  | { readonly kind: 'watchAll' }
  | { readonly kind: 'readWakes' }
  | { readonly kind: 'ackWakes'; readonly n: number }
  | { readonly kind: 'readAgents' }
  /** Asks the host what a program asks; `later`: after a moment, in which the program draws what a key has changed. */
  | { readonly kind: 'askQuestion'; readonly uri: string; readonly later?: true }
  /** Answers the question with this print. */
  | { readonly kind: 'answer'; readonly uri: string; readonly print: string; readonly answer: Answer }
  /** Tells the host that the person has seen how the work of a program has ended. */
  | { readonly kind: 'seen'; readonly uri: string }
  /** Reads two runs of a command. */
  | { readonly kind: 'readRuns'; readonly asked: CompareAsk }
  /** Reads the run of a command that was run again and has ended, and the one before. */
  | { readonly kind: 'readRerun'; readonly uri: string; readonly rerun: Rerun }
  | { readonly kind: 'end'; readonly uri: string }
  /** Shows desktop notices. */
  | { readonly kind: 'notify'; readonly notices: readonly Notice[] }
  /** Rings the bell of the outer terminal. */
  | { readonly kind: 'ring' }
  /** Runs a command chosen in the palette as if its key had been pressed. */
  | { readonly kind: 'run'; readonly command: CommandId; readonly argument?: number }
  | { readonly kind: 'colors' }
  /** Asks which theme files there are. */
  /** Writes the theme into the configuration file, which is then read again. */
  | { readonly kind: 'keepTheme'; readonly theme: string }
  /** Opens the config file in the editor. */
  | { readonly kind: 'openConfig' }
  /** Asks how many pixels a cell of the outer terminal has. */
  | { readonly kind: 'measureCell' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' };

export type Step = { readonly model: Model; readonly effects: readonly Effect[] };

export function step(model: Model, ...effects: readonly Effect[]): Step {
  return { model, effects };
}

/** Runs another step on the result of the first. */
export function andThen(first: Step, next: (model: Model) => Step): Step {
  const second = next(first.model);
  return { model: second.model, effects: [...first.effects, ...second.effects] };
}

/** Returns what the host's list says of the tab in front. */
export function activeTab(model: Model): TerminalInfo | undefined {
  return model.tabs.find((tab) => tab.resource === model.active);
}

/** Returns the state of the tab in front, with its URI. */
export function activeView(model: Model): { readonly uri: string; readonly view: TabView } | undefined {
  const uri = model.active;
  const view = uri === undefined ? undefined : model.views[uri];
  return uri === undefined || view === undefined ? undefined : { uri, view };
}

/** Changes the state of a tab; returns the same model when nothing differs, so that nothing is painted. */
export function withView(model: Model, uri: string, change: Partial<TabView>): Model {
  const view = model.views[uri];
  if (view === undefined || isPart(change, view)) return model;
  return { ...model, views: { ...model.views, [uri]: { ...view, ...change } } };
}

/** Time a toast stays, in milliseconds. */
const TOAST_MS = 2_500;

/** Time a toast with an offer stays, in milliseconds: it has to be read before the offer can be taken. */
const OFFER_MS = 8_000;

/** Shows a toast in the bar; control characters and line breaks in the text are cleaned. */
export function withToast(
  model: Model,
  text: string,
  now: number,
  tone: Tone = 'plain',
  offer?: Offer,
): Model {
  const until = now + (offer === undefined ? TOAST_MS : OFFER_MS);
  return { ...model, toast: { text: nameText(text), tone, until, ...(offer && { offer }) } };
}

function isPart(change: Partial<TabView>, view: TabView): boolean {
  const keys = Object.keys(change) as (keyof TabView)[];
  return keys.every((key) => change[key] === view[key]);
}
