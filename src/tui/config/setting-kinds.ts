/** Kinds of settings: how a value is written in the file, read and checked. */

import { isPrintable, keyLabel, readKey } from '../../client/commands/key-labels.ts';

type Described = { /** One line for the sample file and the documentation. */ readonly about: string };

export type TextKind = Described & { readonly kind: 'text'; readonly default: string };
export type ListKind = Described & { readonly kind: 'list'; readonly default: readonly string[] };
export type SwitchKind = Described & { readonly kind: 'switch'; readonly default: boolean };
export type NumberKind = Described & {
  readonly kind: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
};
export type ChoiceKind<C extends string = string> = Described & {
  readonly kind: 'choice';
  readonly default: C;
  readonly choices: readonly C[];
};

/** A key that may be taken from programs, by its token name. */
export type KeyKind = Described & { readonly kind: 'key'; readonly default: string };

export type SettingKind = TextKind | KeyKind | ListKind | SwitchKind | NumberKind | ChoiceKind;

export type SettingValue = string | number | boolean | readonly string[];

/** Type of a setting's value. */
export type ValueOf<K extends SettingKind> = K extends ChoiceKind<infer C> ? C : K['default'];

export type ReadValue =
  | { readonly ok: true; readonly value: SettingValue }
  | { readonly ok: false; readonly problem: string };

export function readValue(kind: SettingKind, written: string): ReadValue {
  switch (kind.kind) {
    case 'text':
      return { ok: true, value: written };
    case 'list':
      return { ok: true, value: written.split(/[\s,]+/).filter((word) => word !== '') };
    case 'switch':
      return readSwitch(written);
    case 'number':
      return readNumber(kind, written);
    case 'key':
      return readKeySetting(written);
    case 'choice':
      if (kind.choices.includes(written)) return { ok: true, value: written };
      return { ok: false, problem: `must be ${anyOf(kind.choices)}` };
  }
}

/** Returns the value as it is written in a config file. */
export function writeValue(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : value.join(' ');
}

/** Returns the allowed values for the documentation; empty when any text is allowed. */
export function allowed(kind: SettingKind): string {
  switch (kind.kind) {
    case 'switch':
      return 'on, off';
    case 'number':
      return `${kind.min} to ${kind.max}`;
    case 'choice':
      return kind.choices.join(', ');
    case 'text':
      return '';
    case 'list':
      return 'words';
    case 'key':
      return `a key, such as ${keyLabel(kind.default)} or ${keyLabel('ctrl+]')}`;
  }
}

export function text(initial: string, about: string): TextKind {
  return { kind: 'text', default: initial, about };
}

export function list(initial: readonly string[], about: string): ListKind {
  return { kind: 'list', default: initial, about };
}

export function onOff(initial: boolean, about: string): SwitchKind {
  return { kind: 'switch', default: initial, about };
}

export function key(initial: string, about: string): KeyKind {
  return { kind: 'key', default: initial, about };
}

export function number(initial: number, min: number, max: number, about: string): NumberKind {
  return { kind: 'number', default: initial, min, max, about };
}

export function choice<const C extends string>(
  choices: readonly C[],
  initial: NoInfer<C>,
  about: string,
): ChoiceKind<C> {
  return { kind: 'choice', choices, default: initial, about };
}

function readSwitch(written: string): ReadValue {
  if (/^(on|true|yes)$/i.test(written)) return { ok: true, value: true };
  if (/^(off|false|no)$/i.test(written)) return { ok: true, value: false };
  return { ok: false, problem: 'must be on or off' };
}

function readKeySetting(written: string): ReadValue {
  const name = readKey(written);
  if (name === undefined) return { ok: false, problem: `must be a key; there is no key called ${written}` };
  if (isPrintable(name))
    return { ok: false, problem: 'must be a key that types nothing, or one with Ctrl or Alt' };
  return { ok: true, value: name };
}

function readNumber({ min, max }: NumberKind, written: string): ReadValue {
  const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
  if (value >= min && value <= max) return { ok: true, value };
  return { ok: false, problem: `must be a whole number from ${min} to ${max}` };
}

function anyOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
