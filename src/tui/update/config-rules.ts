/** The configuration has changed while the window is open: it applies at once, or the last good one stays. */

import { configKeymap } from '../config/config-keymap.ts';
import { type Config, problemText } from '../config/parse.ts';
import { appearanceOf } from '../model/appearance.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { type Step, step, withToast } from '../model/step.ts';

/** Time that a problem with the file is shown (ms). */
const PROBLEM_MS = 15_000;

/** Takes a configuration without problems as a whole; one with problems changes nothing. */
export function configured(model: Model, readings: Readings, { config, path }: Read): Step {
  if (typeof config === 'string') return kept(model, readings, config);
  const { keymap, problems } = configKeymap(config, model.around.outer);
  const [first, ...more] = [...config.problems, ...problems];
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    // The folder of the file goes without saying, and the line has no room for it.
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return kept(model, readings, `${problemText(first, path).replace(folder, '')}${others}`);
  }
  const { settings, theme } = config;
  const mouse = settings.mouse === model.settings.mouse ? model.mouse : settings.mouse;
  const next: Model = {
    ...model,
    settings,
    keymap,
    mouse,
    customTheme: theme,
    appearance: appearanceOf(settings, model.around, model.outer, theme),
  };
  return step(withToast(next, 'configuration reloaded', readings.now), { kind: 'colors' });
}

type Read = {
  /** What the file says now, or why it cannot be read. */
  readonly config: Config | string;
  readonly path: string;
};

function kept(model: Model, { now }: Readings, problem: string): Step {
  const said = withToast(model, `${problem} · the last good one stays`, now, 'bad');
  return step({ ...said, toast: said.toast && { ...said.toast, until: now + PROBLEM_MS } });
}
