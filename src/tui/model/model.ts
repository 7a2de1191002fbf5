/** The model — everything this window remembers, as data; `update` is its only writer. */

import type { ConnectionState } from '../../client/reconnecting.ts';
import type { AgentStatus } from '../../protocol/messages.ts';
import type { TerminalClaim, TerminalInfo } from '../../protocol/terminal/state.ts';
import type { BlocksView } from '../blocks/block/block-view.ts';
import type { Settings } from '../config/settings.ts';
import type { EditorState } from '../editor/editor-state.ts';
import type { Keymap } from '../keys/bindings/keymap.ts';
import type { ReservedState } from '../keys/bindings/reserved.ts';
import type { Capabilities } from '../outer/capabilities.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import type { Theme } from '../theme/theme.ts';
import type { Feed, FeedItem } from './feed.ts';
import type { Selection } from './selection.ts';
import type { Surroundings } from './surroundings.ts';
import type { Size } from './window-layout.ts';

/** Where keys go. One word each, always on screen (product vocabulary: RUN, RAW, LOCK, BROWSE). */
export type Mode = 'run' | 'raw' | 'lock' | 'browse';

/** What this window keeps for a tab while others are looked at. */
export type TabView = {
  readonly mode: Mode;
  /** RAW was entered by itself and is left by itself when the command ends. */
  readonly autoRaw: boolean;
  /** RAW was entered by Tab in RUN: back as soon as the command starts. */
  readonly droppedIn: boolean;
  readonly editor: EditorState;
  readonly blocks: BlocksView;
  /** Bytes went to the shell past the editor since its last prompt: its own line may hold text. */
  readonly shellLineDirty: boolean;
  /** The claim this window replaced by taking over: where one key hands the terminal back to. */
  readonly takenFrom: TerminalClaim | undefined;
  /** The agent that asks for it and was told to wait. */
  readonly declined: string | undefined;
  /** Bells heard when this tab was last looked at. */
  readonly bellsSeen: number;
  /** Finish time of the last command seen to end (Unix ms). */
  readonly finishedSeen: number;
  /** When Ctrl+C or Ctrl+\ was last sent from here. */
  readonly stoppedAt: number;
  /** Start of the last command seen in full screen: one that is watched, not waited for. */
  readonly fullScreenSince: number;
};

export type Dialog =
  | { readonly kind: 'name'; readonly purpose: 'new' | 'rename'; readonly editor: EditorState }
  | { readonly kind: 'palette'; readonly editor: EditorState; readonly selected: number }
  | { readonly kind: 'history'; readonly editor: EditorState; readonly selected: number }
  | { readonly kind: 'search'; readonly editor: EditorState }
  | { readonly kind: 'help'; readonly scroll: number }
  | { readonly kind: 'feed'; readonly selected: number }
  | { readonly kind: 'agents'; readonly scroll: number }
  /** Ends everything: a word has to be typed. */
  | { readonly kind: 'endAll'; readonly editor: EditorState }
  | { readonly kind: 'confirm'; readonly question: string; readonly yes: ConfirmedAct }
  /** Typing into what somebody else holds: the first key waits here. */
  | {
      readonly kind: 'takeOver';
      readonly holderId: string;
      readonly holderName: string;
      readonly kept: string;
      readonly fromEditor: boolean;
    };

/** What a confirmed question does. */
export type ConfirmedAct =
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'rerun'; readonly commandLine: string }
  | { readonly kind: 'eof' };

export type Tone = 'plain' | 'good' | 'bad';

/** One line that says what just happened; goes away by itself. */
export type Toast = { readonly text: string; readonly tone: Tone; readonly until: number };

/** The agents that are connected, as far as the host tells. */
export type Agents =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly list: readonly AgentStatus[] }
  | { readonly kind: 'off'; readonly reason: string };

/** How this window draws. */
export type WindowLook = {
  readonly theme: Theme;
  readonly glyphs: Glyphs;
  readonly ascii: boolean;
  /** Keys the outer terminal keeps: hints name others. */
  readonly keptKeys: ReadonlySet<string>;
};

export type Model = {
  readonly size: Size;
  readonly me: { readonly clientId: string; readonly writer: string };
  readonly connection: ConnectionState;
  /** The host's list, in its order. */
  readonly tabs: readonly TerminalInfo[];
  readonly active: string | undefined;
  /** Opened here and not yet in the list: becomes active when it appears. */
  readonly awaited: string | undefined;
  readonly views: { readonly [uri: string]: TabView };
  readonly dialog: Dialog | undefined;
  readonly toast: Toast | undefined;
  /** What the outer terminal has answered so far. */
  readonly outer: Capabilities;
  readonly around: Surroundings;
  readonly look: WindowLook;
  readonly settings: Settings;
  readonly keymap: Keymap;
  /** The reserved key pressed a moment ago: pressed again it means itself. */
  readonly reserved: ReservedState;
  readonly mouse: boolean;
  /** The button is down in the body: a click so far, or a stretch that is being chosen. */
  readonly drag: Selection | undefined;
  /** The last tab closed here, for undo. */
  readonly closed: { readonly uri: string; readonly title: string } | undefined;
  readonly focused: boolean;
  readonly feed: Feed;
  /** Chosen in the feed: its block is shown as soon as its tab is there. */
  readonly goingTo: FeedItem | undefined;
  readonly agents: Agents;
  /** Set when the window is to end, with its exit code. */
  readonly quit: { readonly code: number; readonly farewell?: string } | undefined;
};
