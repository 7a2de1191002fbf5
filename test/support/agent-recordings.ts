/** What agent programs wrote to their terminal, step by step, and the state in which each step ends. */

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../../fixtures/agents/', import.meta.url);

export type Expected = { readonly state: string; readonly kind?: string };
export type Step = { readonly name: string; readonly bytes: string; readonly expected: Expected };

const states = JSON.parse(readFileSync(new URL('states.json', FOLDER), 'utf8')) as Record<
  string,
  Record<string, Expected>
>;

/** The steps of an agent, in order. */
export function recordedSteps(agent: string): readonly Step[] {
  const folder = new URL(`${agent}/`, FOLDER);
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const name = file.slice(3, file.indexOf('.'));
      const expected = states[agent]?.[name];
      if (expected === undefined) throw new Error(`states.json has no ${agent} ${name}`);
      return { name, bytes: gunzipSync(readFileSync(new URL(file, folder))).toString('utf8'), expected };
    });
}

/** The bytes without reports of OSC 7501, as a program writes them in a terminal that does not know it. */
export function withoutReports(bytes: string): string {
  return bytes.replace(/\x1b\]7501;[^\x07\x1b]*(?:\x07|\x1b\\)/g, '');
}
