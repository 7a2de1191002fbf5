/** What cotty adds to AHP, always under this one `_meta` key, so that other peers ignore it whole. */

/** On TerminalInfo and TerminalState: what a tab shows without a subscription. */
export type TerminalMeta = {
  readonly pid?: number;
  /** Base name of the shell, `zsh`. */
  readonly shell?: string;
  /** The command now running; absent at a prompt. */
  readonly running?: { readonly commandLine: string; readonly timestamp: number; readonly writer?: string };
  /** The last finished command. */
  readonly last?: { readonly commandLine: string; readonly exitCode?: number; readonly finishedAt: number };
  /** Bells rung since the start: a tab not looked at remembers the number it last saw. */
  readonly bells?: number;
  /** The holder in words, and whether its client is connected. */
  readonly holder?: { readonly name: string; readonly connected: boolean };
  /** Why commands are not detected, in one line for people. */
  readonly integration?: 'pending' | 'active' | { readonly off: string };
  /** The end of an earlier host cut this command off: offered again, never run by itself. Gone with the next command. */
  readonly interrupted?: { readonly commandId?: string; readonly commandLine: string };
  /** Why commands are not recorded now, in one line for people. */
  readonly recording?: { readonly off: string };
  /** Echo is off: what is typed is a secret. */
  readonly echoOff?: boolean;
  /** Who made it, `user:NAME` or `agent:HANDLE`; never changes. */
  readonly createdBy?: string;
  /** Unix milliseconds. */
  readonly created?: number;
  /** What its maker wanted it for. */
  readonly purpose?: string;
  /** An agent asks the holder for it. */
  readonly askedBy?: string;
  /** Unix milliseconds at which a closed (parked) terminal is really disposed. */
  readonly parkedUntil?: number;
};

/** On the state of a snapshot only: the exact screen, to be written to a fresh emulator instead of replaying content. */
export type ScreenMeta = {
  /** Terminal text that rebuilds buffer, pen, modes and cursor at state.cols × state.rows. */
  readonly screen?: string;
  /** Rows from the end of the buffer (0 = last row) where the live part starts: what came after the last finished command. */
  readonly liveFromEnd?: number;
};

/** On `initialize` params: who the client acts for, and that it understands `ScreenMeta`. */
export type ClientMeta = {
  readonly writer?: string;
  readonly screens?: boolean;
  /** A folder: no terminal that this client makes starts outside of it. */
  readonly root?: string;
};

/** On the result of `initialize`: what this host can beyond the standard. */
export type HostMeta = {
  /** `createTerminal` takes `executionTarget: 'client'`. */
  readonly clientTerminals?: boolean;
};

/** On the state of a terminal whose pty runs at a client: the clientSeq of its last output that the host has. */
export type OwnerMeta = { readonly received?: number };

/** On `terminal/claimed`: take over from exactly this holder (compare and swap). */
export type TakeOverMeta = { readonly takeOverFrom?: string };

/**
 * On `createTerminal`: what to run other than the user's own shell in the host's environment. Where the client runs it,
 * `shell` and `command` only tell what it runs.
 */
export type CreateMeta = {
  /** A shell, by path or name. */
  readonly shell?: string;
  /** A program and its arguments instead of a shell: run as it stands, no shell reads it. */
  readonly command?: readonly string[];
  readonly purpose?: string;
  /** Added to the environment, or replacing what is there. */
  readonly env?: { readonly [name: string]: string };
  /** Of a terminal whose pty runs at the client: what the marks of its shell carry; absent: it marks nothing. */
  readonly nonce?: string;
};

/** On `disposeTerminal`: its record goes, too. */
export type DisposeMeta = { readonly purge?: boolean };
