/** Applies a configuration that changed while the window is open, except for its bad lines. */

import { EMPTY_EDITOR } from '../../../screen/editor/editor-state.ts';
import { type Config, type ConfigProblem, configKeymap, problemText } from '../../config/parse.ts';
import { SETTINGS } from '../../config/settings.ts';
import { appearanceOf } from '../../model/appearance.ts';
import { themeMatches } from '../../model/derived/choices.ts';
import type { Model, Toast } from '../../model/model.ts';
import { type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

/** Time that a problem with the file is shown (ms). */
const PROBLEM_MS = 15_000;

/** Applies a configuration except for its bad lines, which a toast reports. A file that cannot be read changes nothing. */
export function configured(model: Model, { now }: ViewState, { config }: Read): Step {
  if (typeof config === 'string') {
    const toast = problemToast([{ line: 0, text: '', problem: config }], now);
    return step({
      ...model,
      toast: toast && { ...toast, text: `${config} · the previous configuration stays` },
    });
  }
  const { keymap, problems } = configKeymap(config, model.around.outer);
  const { settings, styles } = config;
  const mouse = settings.mouse === model.settings.mouse ? model.mouse : settings.mouse;
  const next: Model = {
    ...model,
    settings,
    keymap,
    mouse,
    ownStyles: styles,
    appearance: appearanceOf(settings, model.around, model.outer, styles),
  };
  const toast = problemToast([...config.problems, ...problems], now);
  const told =
    toast === undefined
      ? withToast(next, 'configuration reloaded', now)
      : ({ ...next, toast } satisfies Model);
  return step(told, { kind: 'colors' });
}

/** Says what is wrong with the first bad line of the configuration, and how many others there are; good lines are in effect. */
export function problemToast(problems: readonly ConfigProblem[], now: number): Toast | undefined {
  const [first, ...more] = problems;
  if (first === undefined) return undefined;
  const others = more.length === 0 ? '' : ` (and ${more.length} more: cotty doctor)`;
  return { text: `${problemText(first, 'config')}${others}`, tone: 'bad', until: now + PROBLEM_MS };
}

type Read = {
  /** The configuration in the file, or the reason why it cannot be read. */
  readonly config: Config | string;
};

// Choosing a theme, and opening the configuration that keeps it.

export const THEME_ACTS = {
  'theme.choose': openThemes,
  'config.open': (model: Model) => step(model, { kind: 'openConfig' }),
};

/** The theme in use is selected. */
function openThemes(model: Model): Step {
  const selected = SETTINGS.theme.choices.indexOf(model.settings.theme);
  return step({ ...model, dialog: { kind: 'themes', editor: EMPTY_EDITOR, selected } });
}

/** Writes the chosen theme to the configuration file; it takes effect when that is read again, as after an edit by hand. */
export function acceptTheme(model: Model): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'themes') return step(model);
  const theme = themeMatches(model)[dialog.selected];
  const closed: Model = { ...model, dialog: undefined };
  return theme === undefined ? step(closed) : step(closed, { kind: 'keepTheme', theme });
}
