#!/usr/bin/env node
// The launcher is plain old JavaScript, so that a Node too old for the rest still gets a sentence and not a stack.
import module from 'node:module';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`cotty needs Node 20.19 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
// Node 22.8 and newer keep what they have compiled: a start then takes a tenth less CPU.
const caches = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'));
if (caches && module.enableCompileCache !== undefined) module.enableCompileCache(join(caches, 'cotty'));
const load = async () => {
  if (process.argv.length === 2) await import('../dist/cli/ahead.js');
  await import('../dist/cli/main.js');
};
load().catch((error) => {
  process.stderr.write(`cotty could not start: ${process.env.COTTY_DEBUG ? error.stack : error.message}\n`);
  process.exitCode = 1;
});
