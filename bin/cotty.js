#!/usr/bin/env node
// The launcher is plain old JavaScript, so that a Node too old for the rest still gets a sentence and not a stack.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`cotty needs Node 20.19 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
import('../dist/cli/main.js').catch((error) => {
  process.stderr.write(`cotty could not start: ${error.stack}\n`);
  process.exitCode = 1;
});
