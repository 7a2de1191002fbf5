/** The web door of a host by its options: one that does not listen, or has no page, has none. */

import { hostUser } from './api/callers.ts';
import { logged } from './common/logged.ts';
import type { HostOptions, Running } from './host-options.ts';
import { WebDoor, type WebDoorOptions } from './web/web-door.ts';

type Parts = Pick<WebDoorOptions, 'limits' | 'clock' | 'log' | 'onApi' | 'changed'>;

export function webDoorOf(
  { listen, web, record, env, version }: HostOptions,
  pages: Running['pages'],
  { onApi, ...parts }: Parts,
): WebDoor | undefined {
  if (listen === undefined || web === undefined || pages === undefined) return undefined;
  const { folder, clean = false } = record ?? {};
  return new WebDoor({
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
