/** Commands that change the mode, open the palette, or concern the window as a whole. */

import { EMPTY_EDITOR } from '../editor/editor-state.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { step, withToast } from '../model/step.ts';
import { browse } from './block-acts.ts';
import { setMode, toggleRaw } from './mode-switches.ts';

export const MODE_ACTS = {
  'mode.toggleRaw': toggleRaw,
  'mode.raw': (model: Model) => setMode(model, 'raw'),
  'mode.run': (model: Model) => setMode(model, 'run'),
  'mode.lock': (model: Model) => setMode(model, 'lock'),
  'mode.unlock': (model: Model) => setMode(model, 'run'),
  'mode.browse': browse,
  'palette.open': (model: Model) =>
    step({ ...model, dialog: { kind: 'palette', editor: EMPTY_EDITOR, selected: 0 } }),
  'app.detach': (model: Model) =>
    step({ ...model, quit: { code: 0, farewell: 'detached; the terminals go on' } }),
  'app.suspend': (model: Model) => step(model, { kind: 'suspend' }),
  'app.redraw': (model: Model) => step(model, { kind: 'redraw' }),
  'mouse.toggle': (model: Model, readings: Readings) =>
    step(
      withToast(
        { ...model, mouse: !model.mouse },
        model.mouse ? 'mouse off: selecting text is up to the terminal' : 'mouse on',
        readings.now,
      ),
    ),
};
