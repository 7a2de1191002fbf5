/** `cotty notify`: chooses where the host sends notices that a program waits, tries it, and shows it. */

import type { Client } from '../../client/client.ts';
import type { NotifyStatus, NotifyTried } from '../../protocol/cotty/notify.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { counted } from '../host/host-status.ts';
import { withOwnHost } from './own-client.ts';

const notifyFlags = {
  ...hostFlags,
  ntfy: 'string',
  webhook: 'string',
  withText: 'boolean',
  withDone: 'boolean',
  test: 'boolean',
  json: 'boolean',
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: notifyFlags, positionals: ['off'] });
  if (!parsed.ok) return refuseArgs(parsed, 'notify', io);
  const { flags, input } = parsed;
  const { ntfy, webhook, withText, withDone, test, json, connect, token } = flags;
  const refuse = (error: string) => refuseUsage(error, 'notify', io);
  const [verb] = input;
  if (verb !== undefined && verb !== 'off')
    return refuse(`unknown subcommand "notify ${verb}"; use off, or none`);
  if (ntfy !== undefined && webhook !== undefined) return refuse('--ntfy and --webhook exclude each other');
  const url = ntfy ?? webhook;
  if (verb === 'off' && (url !== undefined || test))
    return refuse('"notify off" takes no address and no --test');
  if (url === undefined && (withText || withDone))
    return refuse('--with-text and --with-done need --ntfy or --webhook');
  let failed = false;
  const code = await withOwnHost({ connect, token, start: url !== undefined || test }, io, async (client) => {
    const { notify } = client.cotty;
    if (verb === 'off') await notify.off();
    if (url !== undefined)
      await notify.set({ kind: ntfy === undefined ? 'webhook' : 'ntfy', url, withText, withDone });
    const tried = test ? await notify.test() : undefined;
    await print(client, tried, json, io);
    failed = tried?.some(({ ok }) => !ok) === true;
  });
  return code === ExitCode.ok && failed ? ExitCode.failure : code;
}

async function print(
  { cotty: { notify } }: Client,
  tried: readonly NotifyTried[] | undefined,
  json: boolean,
  io: Io,
): Promise<void> {
  const status = await notify.status();
  if (json) sayJson(io, { ...status, ...(tried === undefined ? {} : { tried }) }, 2);
  else say(io, tried === undefined ? describe(status) : describeTries(tried));
}

function describe({ target, failure, browsers, failing = [], machines = [] }: NotifyStatus): string {
  const to =
    target == null ? 'no address; `cotty notify --ntfy URL` or `--webhook URL` names one' : target.url;
  const says = target == null ? [] : [['says', saysOf(target)]];
  const wrong = failure === undefined ? [] : [['last one', `did not arrive: ${failure}`]];
  const lines = [
    [target?.kind ?? 'notices', to],
    ...says,
    ...wrong,
    ...machines.map(({ name, trouble }) => ['machine', trouble === undefined ? name : `${name} ${trouble}`]),
    ['browsers', `${counted(browsers, 'browser')}, by the settings of the page`],
    ...failing.map(({ to, says }) => ['', `the last one to ${to} did not arrive: ${says}`]),
  ];
  return lines.map(([name = '', value = '']) => `${name.padEnd(12)}${printable(value)}\n`).join('');
}

function saysOf({ withText, withDone }: NonNullable<NotifyStatus['target']>): string {
  const what = withText ? 'who waits, and the question' : 'who waits, without the question';
  return withDone ? `${what}; the end of long work` : what;
}

function describeTries(tried: readonly NotifyTried[]): string {
  if (tried.length === 0)
    return 'no address to notify: add one with `cotty notify --ntfy URL` or `--webhook URL`\n';
  return tried
    .map(({ to, ok, says }) => printable(`${ok ? 'sent' : 'NOT SENT'} to ${to}: ${says}`).concat('\n'))
    .join('');
}
