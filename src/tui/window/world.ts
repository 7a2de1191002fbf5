/** The world of a window: everything its effects act on. */

import type { Client } from '../../client/client.ts';
import type { Annotation } from '../../protocol/terminal/annotation.ts';
import { clusterSequence } from '../../screen/cells/cluster-mode.ts';
import { OutputRenderer } from '../../screen/text/output-renderer.ts';
import type { KeyInput } from '../input/key-input.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { limitedBell, Notices, noticeBytes } from '../outer/notifications.ts';
import type { OuterTerminal } from '../outer/outer-terminal.ts';
import { Suspension } from '../outer/suspend.ts';
import type { ClosedPlace } from '../terminal/window-terminals.ts';
import type { WindowMachines } from './machines.ts';
import type { OwnHost } from './revive-host.ts';
import type { ConfigSource } from './watch-config.ts';

/** A machine, and the port of 127.0.0.1 here that leads to the one that was asked for there. */
export type ReachedPort = { readonly machine: string; readonly port: number };

export type World = {
  readonly client: Client;
  /** Present if the window shows other machines, too. */
  readonly machines: WindowMachines | undefined;
  /** Forwards a port of the machine of a terminal to one of 127.0.0.1; resolves with undefined if that is this machine. */
  readonly reach: ((uri: string, port: number) => Promise<ReachedPort | undefined>) | undefined;
  readonly outer: OuterTerminal;
  readonly notices: Notices;
  readonly ring: () => void;
  readonly suspension: Suspension;
  /** Renders outputs for the history page. */
  readonly renderer: OutputRenderer;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: string;
  /** The configuration file; undefined if no path for one is known. */
  readonly source: ConfigSource | undefined;
  /** Undefined if the host is another user's or on another machine. */
  readonly ownHost: OwnHost | undefined;
  /** The window ends when this is aborted. */
  readonly signal: AbortSignal;
  readonly window: ActingWindow;
};

/** The window, as far as its effects use it. */
export type ActingWindow = {
  readonly model: Model;
  readonly keys: KeyInput;
  notify(message: Message): void;
  /** Brings a terminal to the front. */
  show(uri: string): void;
  /** Buffers keys until the host has answered a request for a terminal. */
  awaitTerminal(answer: Promise<boolean>): Promise<void>;
  awaitClosed(uri: string, answer: Promise<boolean>): Promise<void>;
  /** Brings a closed terminal to the front, with its commands from the records. */
  look(place: ClosedPlace): void;
  /** Must be called when the host has changed the note or the bookmark of a command. */
  annotated(uri: string, commandId: string, now: Annotation): void;
  /** Must be called when input was sent to a program. */
  typed(uri: string, data: string): void;
  /** Paints everything again: another program has written to the outer terminal. */
  repaint(): void;
};

export type WorldOptions = {
  readonly client: Client;
  readonly machines?: WindowMachines | undefined;
  readonly reach?: World['reach'];
  readonly outer: OuterTerminal;
  readonly env: NodeJS.ProcessEnv;
  readonly source?: ConfigSource | undefined;
  readonly ownHost?: OwnHost | undefined;
  readonly signal: AbortSignal;
};

/** Opens what effects act on besides the host; it is closed when the signal is aborted. */
export function openWorld(window: ActingWindow, options: WorldOptions): World {
  const { client, machines, reach, outer, env, source, ownHost, signal } = options;
  const suspension = new Suspension({
    outer,
    process,
    suspending: () => window.notify({ kind: 'focus', gained: false, raw: '' }),
    resumed: () => {
      window.notify({ kind: 'focus', gained: true, raw: '' });
      window.repaint();
    },
    now: () => performance.now(),
    setTimer: setTimeout,
  });
  signal.addEventListener('abort', () => suspension.close(), { once: true });
  const notices = new Notices({
    show: (notice) => {
      const { settings, outer: known } = window.model;
      outer.write(noticeBytes(notice, settings.notifyHow, { ...known, env }));
    },
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  signal.addEventListener('abort', () => notices.close(), { once: true });
  const ring = limitedBell({ ring: () => outer.bell(), now: () => performance.now() });
  const renderer = new OutputRenderer(() => clusterSequence(true));
  signal.addEventListener('abort', () => renderer.close(), { once: true });
  const { platform } = process;
  return {
    client,
    machines,
    reach,
    outer,
    notices,
    ring,
    suspension,
    renderer,
    env,
    platform,
    source,
    ownHost,
    signal,
    window,
  };
}
