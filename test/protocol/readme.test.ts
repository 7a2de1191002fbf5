import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type RequestTableOptions, requestTable } from '../../src/host/serve/request-table.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import { CLIENT_VERSIONS, negotiate } from '../../src/protocol/common/versions.ts';
import { isClientDispatchable } from '../../src/protocol/dispatchable.ts';
import { isRootAction } from '../../src/protocol/root/actions.ts';
import { isTerminalAction } from '../../src/protocol/terminal/actions.ts';
import { readReadme } from '../support/readme.ts';

const requests = requestTable({} as RequestTableOptions);

const readme = readReadme('src/protocol/README.md');
const named = new Set([...readme.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name));

test('the README names every request the host serves, and no other of ours', () => {
  const actions = [`${META_KEY}/terminalsPatched`, `${META_KEY}/annotated`];
  expect(actions.every((type) => isRootAction({ type }) || isTerminalAction({ type }))).toBe(true);
  expect(Object.keys(requests).filter((method) => !named.has(method))).toEqual([]);
  const notifications = ['colors', 'looking', 'ack', 'redrawn', 'woken', 'turn', 'giveUpTurn'].map(
    (name) => `${META_KEY}/${name}`,
  );
  const served: readonly string[] = [...Object.keys(requests), ...notifications, ...actions];
  const extensions = [...named].filter((name) => name.startsWith(`${META_KEY}/`));
  expect(extensions.filter((name) => !served.includes(name))).toEqual([]);
});

test('the README lists as the holder’s what a client may dispatch', () => {
  const rows = readme.split('\n').filter((line) => line.startsWith('| `terminal/'));
  const of = (who: string) =>
    rows
      .filter((row) => row.split(' | ')[1]?.startsWith(who))
      .flatMap((row) => [...row.matchAll(/`(terminal\/\w+)`/g)].map(([, name = '']) => name));
  expect(of('the holder').length).toBe(5);
  expect(of('the host').length).toBe(6);
  expect(of('the holder').filter((type) => !isClientDispatchable(type))).toEqual([]);
});

test('the README names every field of our part of `_meta`', () => {
  const source = readFileSync(
    fileURLToPath(new URL('../../src/protocol/cotty/cotty-meta.ts', import.meta.url)),
    'utf8',
  );
  const fields = [...source.matchAll(/^(?: {2}|export type \w+ = \{ )readonly (\w+)\??:/gm)];
  expect(fields.length).toBeGreaterThan(25);
  expect(fields.map(([, name = '']) => name).filter((name) => !named.has(name))).toEqual([]);
});

test('the README tells the versions that are accepted and offered', () => {
  for (const version of ['1.0.0', '0.9.0', '0.8.0', '0.2.0']) expect(negotiate([version]).ok).toBe(true);
  expect(negotiate(['0.1.0']).ok).toBe(false);
  expect(negotiate(['0.10.0']).ok).toBe(false);
  expect(readme).toContain(`${CLIENT_VERSIONS[0]} down to ${CLIENT_VERSIONS.at(-1)}`);
});
