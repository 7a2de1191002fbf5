/** The configuration has changed while the window is open: it applies at once, or the last good one stays. */

import { type Config, configKeymap, problemText } from '../config/parse.ts';
import { EMPTY_EDITOR } from '../editor/editor-state.ts';
import { appearanceOf } from '../model/appearance.ts';
import { themeMatches } from '../model/derived/choices.ts';
import type { Model } from '../model/model.ts';
import { type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';

/** Time that a problem with the file is shown (ms). */
const PROBLEM_MS = 15_000;

/** Takes a configuration without problems as a whole; one with problems changes nothing. */
export function configured(model: Model, viewState: ViewState, { config, path }: Read): Step {
  if (typeof config === 'string') return kept(model, viewState, config);
  const { keymap, problems } = configKeymap(config, model.around.outer);
  const [first, ...more] = [...config.problems, ...problems];
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    // The folder of the file goes without saying, and the line has no room for it.
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return kept(model, viewState, `${problemText(first, path).replace(folder, '')}${others}`);
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
  return step(withToast(next, 'configuration reloaded', viewState.now), { kind: 'colors' });
}

type Read = {
  /** The configuration in the file, or the reason why it cannot be read. */
  readonly config: Config | string;
  readonly path: string;
};

function kept(model: Model, { now }: ViewState, problem: string): Step {
  const said = withToast(model, `${problem} · the previous configuration stays`, now, 'bad');
  return step({ ...said, toast: said.toast && { ...said.toast, until: now + PROBLEM_MS } });
}

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

/** The chosen theme comes back with the configuration, as if it had been written there by hand. */
export function acceptTheme(model: Model): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'themes') return step(model);
  const theme = themeMatches(model)[dialog.selected];
  const closed: Model = { ...model, dialog: undefined };
  return theme === undefined ? step(closed) : step(closed, { kind: 'keepTheme', theme });
}

/** Chooses the theme that is in use, where it is in the list. */
function onCurrent(model: Model): Model {
  const { dialog, settings } = model;
  if (dialog?.kind !== 'themes') return model;
  const selected = Math.max(0, themeMatches(model).indexOf(settings.theme));
  return { ...model, dialog: { ...dialog, selected } };
}
