/** Makes the web server of a host. Undefined for a host that does not listen or has no page. */

import { hostUser } from './api/callers.ts';
import { logged } from './common/logged.ts';
import type { HostOptions, Running } from './host-options.ts';
import { WebServer, type WebServerOptions } from './web/web-server.ts';

type Parts = Pick<WebServerOptions, 'limits' | 'clock' | 'log' | 'onApi' | 'pushKey' | 'changed'>;

export function webServerOf(
  { listen, web, record, env, version }: HostOptions,
  pages: Running['pages'],
  { onApi, ...parts }: Parts,
): WebServer | undefined {
  if (listen === undefined || web === undefined || pages === undefined) return undefined;
  const { folder, clean = false } = record ?? {};
  return new WebServer({
    ...parts,
    ...web,
    onTransport: (transport, access) => pages.attach(transport, access),
    onApi: (exchange) =>
      logged(
        'an HTTP request',
        parts.log,
        pages.ready.then(() => onApi(exchange)),
      ),
    folder,
    clean,
    version,
    writer: hostUser(env),
  });
}
