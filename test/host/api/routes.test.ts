import { expect, test } from 'vitest';
import { describeApi, placeOf, routes } from '../../../src/host/api/routes.ts';
import { webRoutes } from '../../../src/host/web/web-calls.ts';

test('the description names every method of every path, those of the page too, and refers to nothing that it lacks', async () => {
  const text = JSON.stringify(await describeApi('1.2.3'));
  const { paths, components } = JSON.parse(text) as {
    readonly paths: Readonly<Record<string, object>>;
    readonly components: { readonly schemas: object };
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const all = [...routes, ...webRoutes].map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(all.sort());
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(named));
});

test('every path is found by its segments, and one with an encoded slash is not', () => {
  for (const { path } of routes) {
    const segments = path.replace('{id}', '7').split('/').slice(2);
    const place = placeOf(segments);
    expect(place?.id).toBe(segments.length > 1 ? '7' : undefined);
    expect(place?.routes).toEqual(routes.filter((each) => each.path === path));
    if (segments.length > 1) expect(placeOf([segments.join('/')])).toBeUndefined();
    expect(placeOf([...segments, 'more'])?.routes).not.toEqual(place?.routes);
  }
  expect(placeOf(['constructor'])).toBeUndefined();
  expect(placeOf([])).toBeUndefined();
});
