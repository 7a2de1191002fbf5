import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { describe as describeApi } from '../../../src/host/api/openapi/describe.ts';
import { operations } from '../../../src/host/api/openapi/operations.ts';
import { type Acts, routeOf, routeTable } from '../../../src/host/api/routes.ts';
import { WebCalls, type WebCallsOptions } from '../../../src/host/web/web-calls.ts';
import { readReadme } from '../../support/readme.ts';

const table = routeTable({} as Acts, 1);
const served = Object.entries(table).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} /api/${path.replace('{id}', 'ID')}`),
);

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

test('every path of the table is found by its segments, and one with an encoded slash is not', () => {
  for (const [path, methods] of Object.entries(table)) {
    const segments = path.replace('{id}', '7').split('/');
    expect(routeOf(segments, table)).toEqual({ ...(segments.length > 1 && { id: '7' }), methods });
    if (segments.length > 1) expect(routeOf([path], table)).toBeUndefined();
    expect(routeOf([...segments, 'more'], table)?.methods).not.toBe(methods);
  }
  expect(routeOf(['constructor'], table)).toBeUndefined();
  expect(routeOf([], table)).toBeUndefined();
});
