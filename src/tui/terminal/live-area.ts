/** The live rows of a terminal as the layout of the body needs them. */

import type { LiveArea } from '../blocks/block/body-line.ts';
import { isPassThrough } from '../keys/key-table.ts';
import type { Mode } from '../model/model.ts';
import type { ScreenView } from './screen-view.ts';

/**
 * RAW and LOCK show the whole screen, blank rows included, as a full-screen program has it in every mode. RUN and BROWSE
 * show the rows in use. The view is asked for lazily: a complete view may have to be parsed first.
 */
export function liveArea(view: () => ScreenView, mode: Mode): LiveArea {
  const whole = (): boolean => isPassThrough(mode) || view().fullScreen;
  return {
    get rows() {
      return whole() ? view().screenTop + view().emulator.rows : view().rows;
    },
    get screen() {
      return whole() ? { top: view().screenTop, rows: view().emulator.rows } : undefined;
    },
    get cursor() {
      return view().cursor.y;
    },
    row: (index) => view().row(index),
  };
}
