/** The settings of this browser. They are kept in it, and one that cannot be read is the default. */

import { effect, type Signal, signal } from '@preact/signals';

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export type ThemeSetting = (typeof THEMES)[number];

export const FONT_SIZES = { least: 8, most: 28, usual: 13.5 };

export type Settings = {
  readonly theme: Signal<ThemeSetting>;
  /** CSS pixels. */
  readonly fontSize: Signal<number>;
  /** Whether the live screen is drawn by WebGL instead of as elements. */
  readonly webgl: Signal<boolean>;
  /** Whether screen readers read the live screen. */
  readonly readable: Signal<boolean>;
  /** Whether the browser's notifications are used. */
  readonly notify: Signal<boolean>;
  /** Whether the host pushes notices to this browser that somebody waits, also while no page is open. */
  readonly push: Signal<boolean>;
  /** Whether these have the question, too, and whether the end of long work is pushed. */
  readonly pushText: Signal<boolean>;
  readonly pushDone: Signal<boolean>;
  /** Whether the list of terminals is folded away, where there is room for it. */
  readonly isSideFolded: Signal<boolean>;
};

const KEY = 'cotty-settings';

export function openSettings(store: Pick<Storage, 'getItem' | 'setItem'>): Settings {
  const kept = readKept(store.getItem(KEY));
  const settings: Settings = {
    theme: signal(THEMES.find((theme) => theme === kept['theme']) ?? 'auto'),
    fontSize: signal(fontSizeOf(kept['fontSize'])),
    webgl: signal(kept['webgl'] === true),
    readable: signal(kept['readable'] === true),
    notify: signal(kept['notify'] === true),
    push: signal(kept['push'] === true),
    pushText: signal(kept['pushText'] === true),
    pushDone: signal(kept['pushDone'] === true),
    isSideFolded: signal(kept['isSideFolded'] === true),
  };
  effect(() => {
    const values = Object.entries(settings).map(([name, value]) => [name, value.value]);
    store.setItem(KEY, JSON.stringify(Object.fromEntries(values)));
  });
  return settings;
}

export function fontSizeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return FONT_SIZES.usual;
  return Math.min(FONT_SIZES.most, Math.max(FONT_SIZES.least, Math.round(value * 2) / 2));
}

function readKept(text: string | null): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Another page of this origin has written something else there.
    return {};
  }
}
