/** The live rows of a terminal as the layout of the body needs them. */

import type { LiveArea } from '../blocks/block/body-line.ts';
import type { Mode } from '../model/model.ts';
import type { ScreenView } from './screen-view.ts';

/**
 * The whole screen is shown, blank rows included, if a program uses all of it, and in LOCK. Else the rows in use are shown below
 * the blocks. `readsKeys` says whether a program other than the shell reads every key. `view` is called only when needed, because
 * output may have to be parsed for it.
 */
export function liveArea(view: () => ScreenView, mode: Mode, readsKeys: boolean): LiveArea {
  const whole = (): boolean => {
    if (mode === 'lock' || view().fullScreen || view().takesScreen(readsKeys)) return true;
    // Without shell integration it is unknown where a command begins, and any program may run.
    return mode === 'raw' && !view().knowsStart;
  };
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
