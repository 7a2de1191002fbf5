/** Describes the HTTP API and the requests of the web server as OpenAPI 3.1, from the route tables of both. */

import { type Described, type Named, object, ref, text } from '../listener/described.ts';
import { webRoutes } from '../web/web-calls.ts';
import { terminalSchema } from './terminal-json.ts';

const json = (schema: object) => ({ 'application/json': { schema } });

const MEANING: Readonly<Record<number, string>> = {
  400: 'the request is malformed or has an invalid value',
  401: 'no token, no session, or a wrong one',
  403: 'not allowed: it names the holder or the rule',
  404: 'there is no such terminal, or it has ended',
  405: 'this method is not possible here',
  408: 'the body did not come in time',
  409: 'too many terminals, or one was closed meanwhile',
  413: 'the body is too long',
  415: 'the body is not JSON',
  503: 'too many connections, or the host is stopping',
};

/** Web pages authenticate with cookie and key, programs at the network port with a token. */
const PAGE = { cookie: [], key: [] };
const SECURITY = {
  session: [PAGE],
  none: [],
  api: [{ bearer: [] }, { query: [] }, PAGE],
};

const errorJson: Named = {
  name: 'Error',
  schema: object({ error: { ...text, description: 'one sentence' } }),
};

/** Error statuses of every path of the API, and those of paths that name a terminal. */
const OF_API = [400, 401, 403, 405, 503];
const OF_TERMINAL = [404];

type Operation = Described & { readonly security: object };

/** Describes the paths of the API, and with them those of the page. */
export function describe(version: string, routes: readonly Described[]): object {
  const operations: readonly Operation[] = [
    ...routes.map((route) => ({
      ...route,
      refusals: [...OF_API, ...(route.path.includes('{id}') ? OF_TERMINAL : []), ...(route.refusals ?? [])],
      security: SECURITY.api,
    })),
    ...webRoutes.map((route) => ({ ...route, security: SECURITY[route.needsSession ? 'session' : 'none'] })),
  ];
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const at = paths[operation.path] ?? {};
    at[operation.method.toLowerCase()] = described(operation);
    paths[operation.path] = at;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'cotty',
      version,
      description:
        'Terminals of a cotty host over HTTP: at its network port with a token, at its web server with cookie and key.',
    },
    paths,
    components: {
      schemas: Object.fromEntries(
        operations
          .flatMap(namedIn)
          .concat(errorJson, terminalSchema)
          .map(({ name, schema }) => [name, schema]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'cotty-7070',
          description: 'the name has the port of the server',
        },
        key: { type: 'apiKey', in: 'header', name: 'X-Cotty-Key' },
      },
    },
  };
}

function namedIn({ body, answer: { json } }: Operation): readonly Named[] {
  return [...(body === undefined ? [] : [body]), ...(json === null || json === 'stream' ? [] : [json])];
}

function described(operation: Operation): object {
  const { path, id, summary, query = [], body, answer, refusals = [], security } = operation;
  const inPath = path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const parameters = [...inPath, ...query.map((each) => ({ ...each, in: 'query' }))];
  return {
    operationId: id,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.isOptional !== true, content: json(ref(body.name)) } }),
    responses: { ...answered(answer), ...Object.fromEntries(refusals.map(refused)) },
    security,
  };
}

function answered({ status, json: schema }: Described['answer']): object {
  if (schema === null) return { [status]: { description: 'done' } };
  const content =
    schema === 'stream' ? { 'text/event-stream': { schema: { type: 'string' } } } : json(ref(schema.name));
  return { [status]: { description: 'done', content } };
}

function refused(status: number): readonly [number, object] {
  return [status, { description: MEANING[status] ?? '', content: json(ref(errorJson.name)) }];
}
