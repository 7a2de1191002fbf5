/** Reads the root state that a host sends, of either generation, and the list of closed terminals beside it. */

import type { AnyClosedTerminal } from '../cotty/cotty-requests.ts';
import type { AgentInfo, RootConfig, RootState } from '../root/state.ts';
import { checked, isBoolean, isNumber, isRecord } from './fields/object-fields.ts';
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

/** Leaves out what cannot be read; an older host tells only of terminals that can be restored, which it does not describe. */
export function parseAllClosed(result: unknown): AnyClosedTerminal[] {
  const terminals = isRecord(result) ? result['terminals'] : undefined;
  if (!Array.isArray(terminals)) return [];
  return terminals.flatMap((each) => {
    if (!isRecord(each)) return [];
    const { parkedUntil, ended } = each;
    const [info] = parseTerminalInfos([each['info']]) ?? [];
    if (info === undefined || !isNumber(parkedUntil) || !isBoolean(ended)) return [];
    return [{ resource: info.resource, title: info.title, parkedUntil, ended, info }];
  });
}

export function parseAgents(wire: unknown): AgentInfo[] | undefined {
  return Array.isArray(wire) ? wire.filter(isRecord) : undefined;
}

function parseConfig(wire: unknown): RootConfig | undefined {
  if (!isRecord(wire)) return undefined;
  return { ...wire, values: isRecord(wire['values']) ? wire['values'] : {} };
}
