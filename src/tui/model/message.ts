/** What happened — everything `update` is told. */

import type { ConnectionState } from '../../client/reconnecting.ts';
import type { WakesResult } from '../../protocol/cotty/cotty-requests.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Token } from '../input/token.ts';
import type { CommandId } from '../keys/command-ids.ts';
import type { Agents } from './model.ts';
import type { Facts } from './step.ts';
import type { Size } from './window-layout.ts';

export type Message =
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'resized'; readonly size: Size }
  /** The host's list of terminals. */
  | { readonly kind: 'listed'; readonly terminals: readonly TerminalInfo[] }
  /** A terminal was asked for under this URI and is to come to the front. */
  | { readonly kind: 'awaiting'; readonly uri: string }
  /** A terminal that was asked for is subscribed and in front. */
  | { readonly kind: 'shown'; readonly uri: string }
  /** The terminal in front has changed: what was known of it before. */
  | { readonly kind: 'followed'; readonly before: Facts | undefined }
  /** The host refused one of our actions. */
  | { readonly kind: 'rejected'; readonly uri: string; readonly reason: string; readonly action: string }
  | { readonly kind: 'failed'; readonly what: string; readonly error: unknown }
  | { readonly kind: 'copied'; readonly what: string; readonly route: string }
  /** All that nobody has looked at yet. */
  | { readonly kind: 'wakes'; readonly result: WakesResult }
  /** A command ended elsewhere. */
  | { readonly kind: 'woken'; readonly wake: Wake }
  | { readonly kind: 'feedOff'; readonly reason: string }
  | { readonly kind: 'agents'; readonly agents: Agents }
  | { readonly kind: 'connection'; readonly connection: ConnectionState; readonly stopped?: boolean }
  | { readonly kind: 'command'; readonly command: CommandId }
  | { readonly kind: 'tick' };
