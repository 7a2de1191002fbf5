/** Runs the checks, one after the other, each on a stage of its own, and tells of each when it is over. */

import { claims } from './checks/claims.mjs';
import { clientTerminals } from './checks/client-terminals.mjs';
import { commands } from './checks/commands.mjs';
import { creation } from './checks/creation.mjs';
import { dispatch } from './checks/dispatch.mjs';
import { exit } from './checks/exit.mjs';
import { handshake } from './checks/handshake.mjs';
import { limits } from './checks/limits.mjs';
import { mirrors } from './checks/mirrors.mjs';
import { output } from './checks/output.mjs';
import { reconnect } from './checks/reconnect.mjs';
import { root } from './checks/root.mjs';
import { subscriptions } from './checks/subscriptions.mjs';
import { transport } from './checks/transport.mjs';
import { versions } from './checks/versions.mjs';
import { NEW_VERSIONS, OLD_VERSIONS } from './client.mjs';
import { Failed, Skipped } from './expect.mjs';
import { Stage } from './stage.mjs';

export const sections = [
  ...[transport, versions, handshake, root, creation, subscriptions, dispatch],
  ...[output, commands, claims, exit, reconnect, mirrors, limits, clientTerminals],
];

/** Hosts are known to answer `createTerminal` only after the first output, or after ten seconds. */
const TIMEOUT_MS = 15_000;

/**
 * `open` opens one more connection to the host. `only` names sections, `title` matches checks; absent: all.
 * `timeoutMs`: how long any answer is waited for.
 */
export async function runSuite(options) {
  const { open, only, title = /./, strict = false, timeoutMs = TIMEOUT_MS, onResult = () => {} } = options;
  const host = await survey(open, timeoutMs);
  const results = [];
  const wanted = sections.filter(({ name }) => only === undefined || only.includes(name));
  for (const check of wanted.flatMap(({ checks }) => checks).filter((one) => title.test(one.title))) {
    const result = await runCheck(check, new Stage(open, host, timeoutMs), strict);
    results.push(result);
    onResult(result);
  }
  return { host, results, ok: results.every(({ outcome }) => outcome !== 'fail') };
}

async function runCheck({ section, title, page, level, run }, stage, strict) {
  const startedAt = performance.now();
  const verdict = await attempt(() => run(stage), strict ? 'must' : level);
  await stage.close();
  return { section, title, page, level, ...verdict, ms: Math.round(performance.now() - startedAt) };
}

async function attempt(run, level) {
  try {
    await run();
    return { outcome: 'pass' };
  } catch (error) {
    if (error instanceof Skipped) return { outcome: 'skip', reason: error.message };
    const reason = error instanceof Failed ? error.message : (error?.stack ?? String(error));
    return { outcome: level === 'must' ? 'fail' : 'warn', reason };
  }
}

/** What the host is: checks that do not apply to it are skipped. */
async function survey(open, timeoutMs) {
  const newest = await welcomeOf(open, NEW_VERSIONS, timeoutMs);
  const oldest = await welcomeOf(open, OLD_VERSIONS, timeoutMs);
  const { serverInfo, _meta } = newest ?? oldest ?? {};
  return {
    newest: newest?.protocolVersion,
    oldest: oldest?.protocolVersion,
    serverInfo,
    /** What it offers beyond the standard. */
    meta: _meta ?? {},
  };
}

async function welcomeOf(open, versions, timeoutMs) {
  const stage = new Stage(open, {}, timeoutMs);
  try {
    const client = await stage.dialAs();
    return (await client.ask('initialize', { protocolVersions: versions, clientId: client.clientId })).result;
  } finally {
    await stage.close();
  }
}
