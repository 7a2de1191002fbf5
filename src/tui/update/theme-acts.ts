/** Choosing a theme, and opening the configuration that keeps it. */

import { EMPTY_EDITOR } from '../editor/editor-state.ts';
import { themeMatches } from '../model/derived/choices.ts';
import type { Model } from '../model/model.ts';
import { type Step, step } from '../model/step.ts';

export const THEME_ACTS = {
  'theme.choose': openThemes,
  'config.open': (model: Model) => step(model, { kind: 'openConfig' }),
};

function openThemes(model: Model): Step {
  const dialog = { kind: 'themes', editor: EMPTY_EDITOR, selected: 0, files: [] } as const;
  return step(onCurrent({ ...model, dialog }), { kind: 'readThemes' });
}

/** Adds the files of the person to the list. */
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
