/** What the folded terminals of a stack have printed last, as the host tells it. */

import type { Model } from '../../model/model.ts';

/** Takes over what is new, and forgets terminals that are gone. */
export function linesTold(model: Model, told: Model['lastLines']): Model {
  const before = model.lastLines;
  if (Object.entries(told).every(([uri, line]) => before[uri] === line)) return model;
  const all = { ...before, ...told };
  const kept = model.tabs.flatMap(({ resource }) => {
    const line = all[resource];
    return line === undefined || line === '' ? [] : [[resource, line] as const];
  });
  return { ...model, lastLines: Object.fromEntries(kept) };
}
