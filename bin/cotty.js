#!/usr/bin/env node
// The launcher is plain old JavaScript, so that a Node too old for the rest still gets a sentence and not a stack.
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  process.stderr.write(`cotty needs Node 20 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
import('../dist/cli/main.js').catch((error) => {
  process.stderr.write(`cotty could not start: ${error.stack}\n`);
  process.exitCode = 1;
});
