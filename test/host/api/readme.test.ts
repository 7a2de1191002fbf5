import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { describe as describeApi } from '../../../src/host/api/openapi/describe.ts';
import { operations } from '../../../src/host/api/openapi/operations.ts';
import { type Acts, routeOf } from '../../../src/host/api/routes.ts';
import { WebCalls, type WebCallsOptions } from '../../../src/host/web/web-calls.ts';
import { readReadme } from '../../support/readme.ts';

const PATHS = [
  'openapi.json',
  'terminals',
  ...['', '/output', '/lines', '/input', '/resize', '/rename', '/kill'].map((path) => `terminals/ID${path}`),
];
const served = PATHS.flatMap((path) => {
  const route = routeOf(path.split('/'), {} as Acts, 1);
  return Object.keys(route?.methods ?? {}).map((method) => `${method} /api/${path}`);
});

test('the README names every method of every path, and no other', () => {
  const rows = [...readReadme('src/host/api/README.md').matchAll(/`([A-Z]+ \/api\/[\w./]+)`/g)];
  expect([...new Set(rows.map(([, call]) => call))].sort()).toEqual(served.sort());
});

test('the description names every method of every path, those of the web door too, and no other', () => {
  const web = new WebCalls({} as WebCallsOptions).paths.flatMap(([path, methods]) =>
    methods.map((method) => `${method} ${path}`),
  );
  const described = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace('{id}', 'ID')}`,
  );
  expect(described.sort()).toEqual([...served, ...web].sort());
});

test('the file openapi.json is that description', async () => {
  const text = `${JSON.stringify(describeApi(manifest.version), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../src/host/api/openapi.json');
});
