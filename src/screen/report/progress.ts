/** Parses the progress that programs report (OSC 9;4). */

export type Progress = {
  readonly state: 'normal' | 'error' | 'unknown' | 'paused';
  /** 0 to 100; 0 when unknown. */
  readonly percent: number;
};

const STATES = new Map<string, Progress['state']>([
  ['1', 'normal'],
  ['2', 'error'],
  ['3', 'unknown'],
  ['4', 'paused'],
]);

/** Parses the payload after `9;`. Returns null when the progress has ended, undefined for other payloads such as a notification. */
export function parseProgress(payload: string): Progress | null | undefined {
  const match = /^4;([0-4])(?:;(\d{1,3}))?;?$/.exec(payload);
  const [, code = '', digits = '0'] = match ?? [];
  if (code === '') return undefined;
  const state = STATES.get(code);
  return state === undefined ? null : { state, percent: Math.min(100, Number(digits)) };
}
