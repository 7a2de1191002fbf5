/** Progress as programs report it (OSC 9;4) — a payload as a value. */

export type Progress = {
  readonly state: 'normal' | 'error' | 'unknown' | 'paused';
  /** 0 to 100; 0 where it is unknown. */
  readonly percent: number;
};

const STATES = new Map<string, Progress['state']>([
  ['1', 'normal'],
  ['2', 'error'],
  ['3', 'unknown'],
  ['4', 'paused'],
]);

/** What follows `9;`. Null: no progress any more; undefined: this is something else, such as a notice. */
export function parseProgress(payload: string): Progress | null | undefined {
  const match = /^4;([0-4])(?:;(\d{1,3}))?;?$/.exec(payload);
  const [, code = '', digits = '0'] = match ?? [];
  if (code === '') return undefined;
  const state = STATES.get(code);
  return state === undefined ? null : { state, percent: Math.min(100, Number(digits)) };
}
