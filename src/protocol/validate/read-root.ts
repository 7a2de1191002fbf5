/** Reads the root state that a host sends, of either generation. */

import { checked, isNumber, isRecord } from '../fields/object-fields.ts';
import type { AgentInfo, RootConfig, RootState } from '../root/state.ts';
import { parseTerminalInfos } from './read-terminal.ts';

/** Returns undefined only if `wire` is not an object. */
export function parseRootState(wire: unknown): RootState | undefined {
  if (!isRecord(wire)) return undefined;
  const { terminals: _terminals, config: _config, ...rest } = wire;
  const terminals = parseTerminalInfos(wire['terminals']);
  const config = parseConfig(wire['config']);
  return {
    ...checked(rest, { activeSessions: isNumber, _meta: isRecord }),
    agents: parseAgents(wire['agents']) ?? [],
    ...(terminals === undefined ? {} : { terminals }),
    ...(config === undefined ? {} : { config }),
  };
}

export function parseAgents(wire: unknown): AgentInfo[] | undefined {
  return Array.isArray(wire) ? wire.filter(isRecord) : undefined;
}

function parseConfig(wire: unknown): RootConfig | undefined {
  if (!isRecord(wire)) return undefined;
  return { ...wire, values: isRecord(wire['values']) ? wire['values'] : {} };
}
