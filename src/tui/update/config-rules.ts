/** Applies a configuration that changed while the window is open, except for its bad lines. */

import { EMPTY_EDITOR } from '../../screen/editor/editor-state.ts';
import { type Config, type ConfigProblem, configKeymap, problemText } from '../config/parse.ts';
import { appearanceOf } from '../model/appearance.ts';
import { themeMatches } from '../model/derived/choices.ts';
import type { Model, Toast } from '../model/model.ts';
import { type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';

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
  // The toast shows the file's name without its folder.
  const place = first.path?.slice(first.path.lastIndexOf('/') + 1);
  const named = { ...first, ...(place === undefined ? {} : { path: `theme ${place}` }) };
  return { text: `${problemText(named, 'config')}${others}`, tone: 'bad', until: now + PROBLEM_MS };
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

function openThemes(model: Model): Step {
  const dialog = { kind: 'themes', editor: EMPTY_EDITOR, selected: 0, files: [] } as const;
  return step(onCurrent({ ...model, dialog }), { kind: 'readThemes' });
}

/** Adds the person's own theme files to the list. */
export function themesRead(model: Model, files: readonly string[]): Model {
  const { dialog } = model;
  return dialog?.kind === 'themes' ? onCurrent({ ...model, dialog: { ...dialog, files } }) : model;
}

/** Writes the chosen theme to the configuration file; it takes effect when that is read again, as after an edit by hand. */
export function acceptTheme(model: Model): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'themes') return step(model);
  const theme = themeMatches(model)[dialog.selected];
  const closed: Model = { ...model, dialog: undefined };
  return theme === undefined ? step(closed) : step(closed, { kind: 'keepTheme', theme });
}

/** Selects the theme in use if it is in the list, else the first entry. */
function onCurrent(model: Model): Model {
  const { dialog, settings } = model;
  if (dialog?.kind !== 'themes') return model;
  const selected = Math.max(0, themeMatches(model).indexOf(settings.theme));
  return { ...model, dialog: { ...dialog, selected } };
}
