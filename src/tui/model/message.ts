/** The messages: everything that can happen to a window, as `update` receives it. */

import type { Block } from '../../client/blocks/block.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { CompareAsk, FoundRuns } from '../../client/compare/comparing.ts';
import type { Back, ConnectionState } from '../../client/connection/reconnecting.ts';
import type { HistoryAsk as HistoryPageAsk, TrendsAsk } from '../../client/history-search.ts';
import type { Size } from '../../client/panes/pane-tree.ts';
import type { Joining } from '../../client/panes/split.ts';
import type { TerminalWork } from '../../protocol/cotty/cotty-requests.ts';
import type { FindQuery, FoundCommand } from '../../protocol/cotty/find.ts';
import type { HistoryCommand, HistoryResult } from '../../protocol/cotty/history.ts';
import type { PastResult } from '../../protocol/cotty/past-line.ts';
import type { ProgramQuestion } from '../../protocol/cotty/program.ts';
import type { Wake, WakesResult } from '../../protocol/cotty/wake.ts';
import type { Annotation } from '../../protocol/terminal/annotation.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Recording } from '../../review/replay/recording.ts';
import type { Found } from '../blocks/block/block-view.ts';
import type { Config } from '../config/parse.ts';
import type { Token } from '../input/token.ts';
import type { Agents, MachineQuestion, MachineRow, Rerun } from './model.ts';
import type { PreviewedCommand, PreviewedLines } from './output-preview.ts';
import type { HistoryAsk } from './step.ts';
import type { SeenTerminal } from './view-state.ts';

export type Message =
  /** Keys, pastes, mouse events, focus changes and answers from the outer terminal. */
  | Token
  | { readonly kind: 'resized'; readonly size: Size }
  /** The host's list of terminals. */
  | { readonly kind: 'listed'; readonly terminals: readonly TerminalInfo[] }
  /** The external editor has ended with this text of RUN's line. */
  | { readonly kind: 'lineEdited'; readonly uri: string; readonly text: string }
  /** The host is of an older version than this window. */
  | { readonly kind: 'olderHost'; readonly host: string; readonly own: string }
  /** A terminal was requested under this URI; it comes to the front when it appears. */
  | { readonly kind: 'awaiting'; readonly uri: string; readonly joining?: Joining | undefined }
  /** A terminal is subscribed and in front. */
  | { readonly kind: 'shown'; readonly uri: string }
  /** A closed terminal has been opened for reading. */
  | { readonly kind: 'looked'; readonly uri: string; readonly title: string }
  /** A terminal is subscribed and in view beside the one in front. */
  | { readonly kind: 'shownBeside'; readonly uri: string }
  /** A terminal in view has changed, by default the one in front; `before` is its view state from before. */
  | { readonly kind: 'followed'; readonly uri?: string; readonly before: SeenTerminal | undefined }
  /** The host refused an action of this window. */
  | { readonly kind: 'rejected'; readonly uri: string; readonly reason: string; readonly action: string }
  /** An effect has failed; `awaited` is the terminal that could not be opened, if it was about one. */
  | { readonly kind: 'failed'; readonly what: string; readonly error: unknown; readonly awaited?: string }
  /** The program of a terminal has copied a text. */
  | { readonly kind: 'programCopied'; readonly uri: string; readonly text: string }
  /** The host's answer what closing a terminal would end; `asked` as it was asked (`Effect`). */
  | { readonly kind: 'work'; readonly uri: string; readonly asked: boolean; readonly work: TerminalWork }
  /** A closed terminal is back; undefined when none was closed. */
  | { readonly kind: 'restored'; readonly uri?: string | undefined; readonly title: string | undefined }
  /** The host has forgotten the answers about blocks on other machines. */
  | { readonly kind: 'blocksForgotten' }
  /** `reached`: which port of another machine was forwarded for it. */
  | { readonly kind: 'opened'; readonly with: string; readonly reached: string | undefined }
  | { readonly kind: 'copied'; readonly what: string; readonly route: string }
  /** Commands were exported; `warns` when secrets were found in them. */
  | { readonly kind: 'exported'; readonly text: string; readonly warns: boolean }
  /** The host has searched the outputs of a terminal. */
  | { readonly kind: 'found'; readonly uri: string; readonly query: string; readonly found: Found }
  /** Earlier command lines; undefined if the host has none to give. */
  | {
      readonly kind: 'past';
      readonly uri: string;
      readonly ask: HistoryAsk;
      readonly result: PastResult | undefined;
    }
  /** Words of the line in RUN were looked up at the host; those in `unknown` are no commands. */
  /** The next page of a search in all terminals. */
  | {
      readonly kind: 'foundCommands';
      readonly asked: FindQuery;
      readonly commands: readonly FoundCommand[];
      readonly state: 'searching' | 'ended' | 'full';
    }
  /** Commands of the history, or the reason why there are none. */
  | { readonly kind: 'historyRead'; readonly ask: HistoryPageAsk; readonly answer: HistoryResult | string }
  /** The note and the bookmark that a command has now. */
  | {
      readonly kind: 'annotated';
      readonly uri: string;
      readonly commandId: string;
      readonly now: Annotation;
    }
  /** Earlier runs of commands in view; undefined if they are not wanted any more. */
  | {
      readonly kind: 'trendsRead';
      readonly ask: TrendsAsk;
      readonly commands: readonly HistoryCommand[] | undefined;
    }
  /** The repository of the terminal in front when the history was opened. */
  | { readonly kind: 'repositoryFound'; readonly folder: string }
  | { readonly kind: 'previewRead'; readonly of: PreviewedCommand; readonly shown: PreviewedLines }
  /** Another window of the user, or a subcommand, has changed the pane layout. */
  | { readonly kind: 'splitsNoted'; readonly text: string }
  /** The last output lines of terminals that are folded in a stack. */
  | { readonly kind: 'lastLines'; readonly lines: Readonly<Record<string, string>> }
  /** The lines around a match that the view goes to have been fetched. */
  | { readonly kind: 'fetched'; readonly uri: string }
  /** This many older lines were added above the live part of a terminal. */
  | { readonly kind: 'olderLines'; readonly uri: string; readonly lines: number }
  /** All notifications that nobody has acknowledged yet. */
  | { readonly kind: 'wakes'; readonly result: WakesResult }
  /** A command ended elsewhere. */
  | { readonly kind: 'woken'; readonly wake: Wake }
  /** What a program asks; undefined if it waits for nobody. A refusal of the host is in `refused`. */
  | {
      readonly kind: 'question';
      readonly uri: string;
      readonly question?: ProgramQuestion | undefined;
      readonly refused?: string;
    }
  /** An answer was sent to a program, or refused. */
  | { readonly kind: 'answered'; readonly uri: string; readonly refused?: string }
  /** Two runs that were asked for have been read; `rerun` if it was to compare a command that was run again. */
  | {
      readonly kind: 'runs';
      readonly asked: CompareAsk;
      readonly found: FoundRuns;
      readonly rerun?: Rerun | undefined;
    }
  /** What is to be replayed was read, a command or without one the terminal; a text says why it was not. */
  | {
      readonly kind: 'replay';
      readonly uri: string;
      readonly block: Block | undefined;
      readonly recording: Recording | string;
    }
  /** The machines and their states. */
  | { readonly kind: 'machines'; readonly machines: readonly MachineRow[] }
  /** A program that reaches a machine asks something, or no longer waits for the answer. */
  | { readonly kind: 'machineAsks'; readonly question: MachineQuestion }
  | { readonly kind: 'machineAskGone'; readonly id: number }
  | { readonly kind: 'feedOff'; readonly reason: string }
  | { readonly kind: 'agents'; readonly agents: Agents }
  | {
      readonly kind: 'connection';
      readonly connection: ConnectionState;
      readonly stopped?: boolean;
      /** Present when the connection is back after it was lost. */
      readonly back?: Back;
    }
  /** The host has been away for a while; `text` says what is being done about it. */
  | { readonly kind: 'revival'; readonly text: string }
  /** The user's own theme files. */
  /** The buffer for input typed while the host is away is full: keys are dropped. */
  | { readonly kind: 'keysRefused' }
  /** The configuration was read again: its contents, or the reason why it cannot be read. */
  | { readonly kind: 'configured'; readonly config: Config | string }
  | { readonly kind: 'command'; readonly command: CommandId; readonly argument?: number | undefined }
  | { readonly kind: 'tick' };
