#!/usr/bin/env node
// The launcher is plain old JavaScript, so that a Node too old for the rest still gets a sentence and not a stack.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`cotty needs Node 20.19 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
/** Bytes of the hash in hexadecimal digits with which the build ends a bundle that is one file. */
const HASH_BYTES = 40;
/** Milliseconds after a start until what has been compiled for it is kept. */
const COMPILED_MS = 1500;

const [first, second] = process.argv.slice(2);
const load = async () => {
  if (first === undefined) {
    const ahead = loadAlone('ahead').goAhead();
    return loadAlone('window-process').main(ahead);
  }
  // What a window starts. Any other `cotty host` may have been mistyped by a person.
  if (first === 'host' && second === '--background') return loadAlone('host-process').main();
  // Node 22.8 and newer keep what they have compiled: a start then takes a tenth less CPU.
  const caches = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'));
  if (caches && module.enableCompileCache !== undefined) module.enableCompileCache(join(caches, 'cotty'));
  await import('../dist/cli/main.js');
};

/**
 * Loads a bundle that is one file, with what V8 compiled of it at an earlier start. That lies beside the bundle, for this version of
 * Node; where it is missing, or was made of another bundle, it is written a moment after the start, if the folder is writable.
 */
function loadAlone(name) {
  const path = fileURLToPath(new URL(`../dist/cli/${name}.cjs`, import.meta.url));
  const code = readFileSync(path);
  const hash = code.subarray(-HASH_BYTES);
  const cache = `${path}.${process.version}-${process.arch}.cache`;
  const cachedData = compiledOf(cache, hash);
  // The build has written ASCII only.
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${code.latin1Slice()}\n})`,
    { filename: path, cachedData },
  );
  const loaded = { exports: {} };
  const call = [loaded.exports, module.createRequire(path), loaded, path, dirname(path)];
  script.runInThisContext().apply(undefined, call);
  if (cachedData === undefined || script.cachedDataRejected)
    setTimeout(() => keepCompiled(cache, hash, script.createCachedData()), COMPILED_MS).unref();
  return loaded.exports;
}

/** V8 trusts what it is given: the hash of the bundle stands before and behind it, so that no part of a file is taken for a whole. */
function compiledOf(path, hash) {
  try {
    const kept = readFileSync(path);
    const isWhole = hash.equals(kept.subarray(0, HASH_BYTES)) && hash.equals(kept.subarray(-HASH_BYTES));
    return isWhole && kept.length > 2 * HASH_BYTES ? kept.subarray(HASH_BYTES, -HASH_BYTES) : undefined;
  } catch {
    // There is none yet.
    return undefined;
  }
}

function keepCompiled(path, hash, data) {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([hash, data, hash]), { flag: 'wx' });
    renameSync(draft, path);
  } catch {
    // The folder belongs to somebody else, or the disk is full.
    rmSync(draft, { force: true });
  }
}

load().catch((error) => {
  process.stderr.write(`cotty could not start: ${process.env.COTTY_DEBUG ? error.stack : error.message}\n`);
  process.exitCode = 1;
});
