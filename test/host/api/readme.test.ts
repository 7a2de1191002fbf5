import { expect, test } from 'vitest';
import { type Acts, routeOf } from '../../../src/host/api/routes.ts';
import { readReadme } from '../../support/readme.ts';

const PATHS = ['', '/ID', '/ID/output', '/ID/lines', '/ID/input', '/ID/resize', '/ID/rename', '/ID/kill'];

test('the README names every method of every path, and no other', () => {
  const rows = [...readReadme('src/host/api/README.md').matchAll(/`([A-Z]+ \/api\/[\w/]+)`/g)];
  const served = PATHS.flatMap((path) => {
    const route = routeOf(`terminals${path}`.split('/'), {} as Acts, 1);
    return Object.keys(route?.methods ?? {}).map((method) => `${method} /api/terminals${path}`);
  });
  expect([...new Set(rows.map(([, call]) => call))].sort()).toEqual(served.sort());
});
