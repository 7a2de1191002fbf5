#!/usr/bin/env node
/**
 * Checks from outside whether a terminal host speaks the Agent Host Protocol.
 *
 *   node run.mjs URL [--token TOKEN] [--only SECTION[,SECTION…]] [--strict] [--json]
 *
 * URL is `unix:PATH`, `ws://…` or `wss://…`. The checks speak raw JSON-RPC over WebSockets and share no code with any
 * implementation; they need Node 20 and the package `ws`. They open terminals of their own, type POSIX shell into them
 * and remove them; other terminals of the host are not touched.
 *
 * A line for each check: pass, FAIL, warn (against a recommendation, or against what hosts agree on where the
 * specification is silent) or skip with its reason, and the page of the specification it stands for. `--strict` makes
 * every warning a failure. Exit code: 0 nothing failed, 1 something did, 2 the host or the command line is not usable.
 */

import { parseArgs } from 'node:util';
import { opener } from './sockets.mjs';
import { runSuite, sections } from './suite.mjs';

const MARKS = { pass: 'pass', fail: 'FAIL', warn: 'warn', skip: 'skip' };

const options = {
  token: { type: 'string' },
  only: { type: 'string', multiple: true },
  strict: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
};

process.exitCode = await main();

async function main() {
  const asked = readArguments();
  if ('problem' in asked) {
    process.stderr.write(`${asked.problem}\n`);
    return 2;
  }
  const { url, token, only, strict, json } = asked;
  const say = (line) => process.stdout.write(`${line}\n`);
  const onResult = (result) => say(json ? JSON.stringify(result) : lineOf(result));
  try {
    const { host, results, ok } = await runSuite({ open: opener(url, { token }), only, strict, onResult });
    say(json ? JSON.stringify({ host, ...tally(results) }) : summary(host, results));
    return ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${url}: ${error.message}\n`);
    return 2;
  }
}

function readArguments() {
  try {
    const args = withToken(process.argv.slice(2));
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [url, ...more] = positionals;
    if (url === undefined || more.length > 0)
      return { problem: 'one URL is needed: unix:PATH, ws://… or wss://…' };
    if (!/^(unix:|wss?:\/\/)./.test(url)) return { problem: `not unix:PATH, ws://… or wss://…: ${url}` };
    const only = values.only?.flatMap((names) => names.split(','));
    const known = sections.map(({ name }) => name);
    const unknown = only?.find((name) => !known.includes(name));
    if (unknown !== undefined) return { problem: `no section ${unknown}; there are: ${known.join(', ')}` };
    return { ...values, url, only };
  } catch (error) {
    return { problem: error.message };
  }
}

/** A token may begin with a dash, which would be taken for another option. */
function withToken(args) {
  const at = args.indexOf('--token');
  return at === -1 || at + 1 === args.length ? args : args.toSpliced(at, 2, `--token=${args[at + 1]}`);
}

function lineOf({ section, title, page, outcome, reason }) {
  const line = `${MARKS[outcome]}  ${section.padEnd(13)}  ${title}  [${page}]`;
  return reason === undefined ? line : `${line}\n      ${reason.split('\n').join('\n      ')}`;
}

function tally(results) {
  const count = (wanted) => results.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('pass'), failed: count('fail'), warned: count('warn'), skipped: count('skip') };
}

function summary({ newest, oldest, serverInfo }, results) {
  const { passed, failed, warned, skipped } = tally(results);
  const name = [serverInfo?.name ?? 'a host without a name', serverInfo?.version].filter(Boolean).join(' ');
  const spoken = [newest, oldest].filter(Boolean).join(' and ');
  return `\n${name}, speaks ${spoken || 'no known version'}: ${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`;
}
