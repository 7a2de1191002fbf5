/** The description of the HTTP API and the web door as OpenAPI 3.1: bodies from their validation, the rest from the lists beside. */

import { bodySchemas } from '../../../protocol/validate/http-body.ts';
import { type Operation, operations } from './operations.ts';
import { answerSchemas } from './schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

const MEANING: Readonly<Record<number, string>> = {
  400: 'the request is not understood',
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

/** Web pages have cookie and key, programs at the network port a token. */
const PAGE = { cookie: [], key: [] };
const SECURITY = {
  session: [PAGE],
  none: [],
  api: [{ bearer: [] }, { query: [] }, PAGE],
};

export function describe(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const at = paths[operation.path] ?? {};
    at[operation.method] = described(operation);
    paths[operation.path] = at;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'cotty',
      version,
      description:
        'Terminals of a cotty host over HTTP: at its network port with a token, at its web door with cookie and key.',
    },
    paths,
    components: {
      schemas: { ...bodySchemas(), Empty: { type: 'object' }, ...answerSchemas },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'cotty-7070',
          description: 'the name has the port of the door',
        },
        key: { type: 'apiKey', in: 'header', name: 'X-Cotty-Key' },
      },
    },
  };
}

function described({
  path,
  id,
  summary,
  query = [],
  body,
  bodyOptional,
  answer,
  refusals,
  web,
}: Operation): object {
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
      : { requestBody: { required: bodyOptional !== true, content: json(ref(body)) } }),
    responses: { ...answered(answer), ...Object.fromEntries(refusals.map(refused)) },
    security: SECURITY[web ?? 'api'],
  };
}

function answered([status, schema]: Operation['answer']): object {
  if (schema === null) return { [status]: { description: 'done' } };
  const content =
    schema === 'stream' ? { 'text/event-stream': { schema: { type: 'string' } } } : json(ref(schema));
  return { [status]: { description: 'done', content } };
}

function refused(status: number): readonly [number, object] {
  return [status, { description: MEANING[status] ?? '', content: json(ref('Error')) }];
}
