/** Recorded agents through a host: what the list of terminals says of them after each step. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Expected, recordedSteps, type Step, withoutReports } from '../../support/agent-recordings.ts';
import { AgentScene } from '../../support/agent-scene.ts';
import { NamedProcesses } from '../../support/named-process.ts';

let processes: NamedProcesses;
const groups: Record<string, number> = {};

beforeAll(() => {
  processes = new NamedProcesses();
  for (const name of ['codex', 'opencode', 'pi']) groups[name] = processes.program(name);
  groups['gemini'] = processes.script('@google/gemini-cli/bundle/gemini.js');
});
afterAll(() => processes.close());

/** Plays all steps, and returns the state after each as `states.json` has it. */
async function states(
  agent: string,
  steps: readonly Step[],
  slice: number,
): Promise<Record<string, Expected>> {
  const scene = await AgentScene.start(agent, groups[agent]);
  const found: Record<string, Expected> = {};
  for (const { name, bytes } of steps) {
    if (name === 'resize') await scene.resize(80, 24);
    else if (name !== 'start' && name !== 'trust')
      await scene.type(INTERRUPTED.includes(name) ? '\x1b' : 'x');
    await scene.play(bytes, slice);
    if (name === 'exit') scene.end();
    const { state = 'nothing', kind } = await scene.shown(500);
    found[name] = { state, ...(kind === undefined ? {} : { kind }) };
  }
  return found;
}

/** People interrupt and deny by Escape. */
const INTERRUPTED: readonly string[] = ['interrupted', 'denied'];

type Told = { readonly failed?: string; readonly denied?: string; readonly isWhole?: boolean };

/** What may be found: `ended` is nothing, or how the last work ended; and where a whole step comes at once, nobody sees it work. */
function allowed(
  name: string,
  { state, kind }: Expected,
  { failed, denied, isWhole }: Told,
): readonly Expected[] {
  if (state === 'ended') return ['nothing', 'done', 'error'].map((each) => ({ state: each }));
  if (name === 'failed' && failed !== undefined) return [{ state: failed }, { state: 'idle' }];
  if (name === 'denied' && denied !== undefined) return [{ state: denied }];
  if (state === 'done' && isWhole) return [{ state }, { state: 'idle' }];
  return [{ state, ...(kind === undefined ? {} : { kind }) }];
}

const SLICES = [Number.POSITIVE_INFINITY, 509, 61];

function compare(found: Readonly<Record<string, Expected>>, steps: readonly Step[], told: Told): void {
  const wrong = steps.filter(
    ({ name, expected }) =>
      !allowed(name, expected, told).some((each) => JSON.stringify(each) === JSON.stringify(found[name])),
  );
  expect(wrong.map(({ name, expected }) => ({ name, expected, found: found[name] }))).toEqual([]);
}

describe('a recorded agent, in slices of any size', () => {
  it.each(
    ['codex', 'codex-osc9', 'gemini', 'opencode', 'pi'].flatMap((agent) =>
      SLICES.map((slice) => ({ agent, slice })),
    ),
  )('tells its states: $agent, $slice', async ({ agent, slice }) => {
    const steps = recordedSteps(agent);
    const found = await states(agent.replace('-osc9', ''), steps, slice);
    compare(found, steps, { isWhole: slice > 1024 && (agent === 'gemini' || agent === 'opencode') });
  });

  it.each(['codex', 'codex-osc9', 'pi'].flatMap((agent) => SLICES.map((slice) => ({ agent, slice }))))(
    'is known without its reports, too: $agent, $slice',
    async ({ agent, slice }) => {
      const steps = recordedSteps(agent).map((step) => ({ ...step, bytes: withoutReports(step.bytes) }));
      const found = await states(agent.replace('-osc9', ''), steps, slice);
      // Titles do not tell of failures; who denies by Escape is not told that something is done.
      const told = agent === 'pi' ? { denied: 'idle' } : { failed: 'done' };
      compare(found, steps, { ...told, isWhole: slice > 1024 });
    },
  );
});
