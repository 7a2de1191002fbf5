/** All routes of the HTTP API. */

import type { Route } from './route.ts';
import { terminalRoutes } from './terminal-routes.ts';

const describeRoute: Route = {
  method: 'GET',
  path: '/api/openapi.json',
  id: 'describe',
  summary: 'This description',
  answer: { status: 200, json: { name: 'Description', schema: { type: 'object', required: ['openapi'] } } },
  read: async ({ version }) => ({ status: 200, body: await describeApi(version) }),
};

export const routes: readonly Route[] = [...terminalRoutes, describeRoute];

/** Describes the API as OpenAPI, which the build writes to `dist/openapi.json` as well. */
export async function describeApi(version: string): Promise<object> {
  // Loaded on demand: the description is for tools.
  const { describe } = await import('./openapi.ts');
  return describe(version, routes);
}

/** The entries at one path, and the id of the terminal that the path names. */
export type Place = { readonly id?: string; readonly routes: readonly Route[] };

/** Stands for the id of a terminal. */
const ID = '{id}';

/** Finds the routes of a path by its segments after `/api/`; undefined if there are none. */
export function placeOf(segments: readonly string[]): Place | undefined {
  const [root = '', id, ...rest] = segments;
  const path = `/api/${id === undefined ? root : [root, ID, ...rest].join('/')}`;
  const found = routes.filter((route) => route.path === path);
  // A percent-encoded slash in a segment is not a separator.
  if (found.length === 0 || path.split('/').length !== segments.length + 2) return undefined;
  return { ...(id === undefined ? {} : { id }), routes: found };
}

/** HEAD is answered as GET is; the body is left out as the reply is written. */
export function routeFor({ routes: all }: Place, method: string): Route | undefined {
  return all.find((route) => route.method === (method === 'HEAD' ? 'GET' : method));
}

/** Returns the methods of a path; HEAD is wherever GET is. */
export function allowed({ routes: all }: Place): readonly string[] {
  return all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
