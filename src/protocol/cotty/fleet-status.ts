/** The part of a host in its fleet, as `cotty host status` prints it. */

import { answer, number, only, optional, type Read, seq, string, text } from '../fields/parts.ts';

/** Limits in UTF-16 units of an id and of a reason. */
const MAX_ID = 1024;
export const MAX_WHY = 300;

/** Events that the server has refused: how many, how many more are given up, and which was the last one, and why. */
export const refusals = only({
  count: number(0),
  given_up: number(0),
  terminal: text(MAX_ID),
  seq,
  why: text(MAX_WHY),
});
export type Refusals = Read<typeof refusals>;

export const fleetStatus = answer({
  /** The id of the host in its fleet. */
  id: string,
  /** The servers, as they were named, with commas between. */
  servers: string,
  /** Why nothing is published now; absent while all goes well. */
  trouble: optional(string),
  refused: optional(refusals),
});
export type FleetStatus = Read<typeof fleetStatus>;
