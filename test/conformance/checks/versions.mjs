/** Which version is agreed on, and what is said when there is none. */

import { must, section, should } from '../check.mjs';
import { ALL_VERSIONS, usesLifecycle } from '../client.mjs';
import { equal, fail, ok, show, skip } from '../expect.mjs';
import { ROOT } from '../peer.mjs';

const PAGE = 'specification/versioning';
const UNSUPPORTED = -32005;
const EXACT_OR_RANGE = /^[\^~]?\d+\.\d+\.\d+$/;

async function offer(stage, protocolVersions) {
  const client = await stage.dialAs();
  const answer = await client.ask('initialize', { protocolVersions, clientId: client.clientId });
  return { client, ...answer };
}

async function isAgreed(stage, versions, expected) {
  const { result, error } = await offer(stage, versions);
  if (error !== undefined) fail(`${show(versions)} was refused: ${show(error)}`);
  equal(result.protocolVersion, expected, `offered ${show(versions)}`);
}

async function isRefused(stage, versions) {
  const { error, result } = await offer(stage, versions);
  ok(error !== undefined, `${show(versions)} was accepted: ${show(result)}`);
  return error;
}

function onlyIfItSpeaks(stage, version) {
  if (stage.host.newest !== version) skip(`the host does not speak ${version}`);
}

const single = ALL_VERSIONS.map((version) =>
  must(`${version} offered alone is agreed on or refused with -32005`, async (stage) => {
    const { result, error } = await offer(stage, [version]);
    if (error === undefined) equal(result.protocolVersion, version, 'the version');
    else equal(error.code, UNSUPPORTED, 'the code');
  }),
);

const malformed = ['1.0', 'v1.0.0', '01.0.0', '1.0.0-beta', '1.0.0+build', ' 1.0.0', '^1.0.0', ''].map(
  (text) => must(`${JSON.stringify(text)} is refused`, (stage) => isRefused(stage, [text])),
);

export const versions = section('versions', PAGE, [
  ...single,
  must('what is agreed on is one of the versions offered', async (stage) => {
    const { welcome } = await stage.join();
    ok(ALL_VERSIONS.includes(welcome.protocolVersion), `got ${show(welcome.protocolVersion)}`);
  }),
  must('the highest offered version wins whatever the order', async (stage) => {
    onlyIfItSpeaks(stage, '1.0.0');
    await isAgreed(stage, ['0.9.0', '1.0.0', '0.5.0'], '1.0.0');
  }),
  must('a later 1.x is agreed on exactly as it was offered', async (stage) => {
    onlyIfItSpeaks(stage, '1.0.0');
    await isAgreed(stage, ['1.37.2'], '1.37.2');
  }),
  must('a later 0.9.x is agreed on exactly as it was offered', async (stage) => {
    onlyIfItSpeaks(stage, '1.0.0');
    await isAgreed(stage, ['0.9.14'], '0.9.14');
  }),
  must('below 1.0 another minor is another protocol: 0.10.0 is not 0.9.0', async (stage) => {
    onlyIfItSpeaks(stage, '1.0.0');
    await isAgreed(stage, ['0.10.0', '0.9.0'], '0.9.0');
  }),
  must('versions nobody knows are passed over', async (stage) => {
    const known = stage.host.newest ?? stage.host.oldest;
    await isAgreed(stage, ['99.0.0', known], known);
  }),
  must('no common version is refused with -32005', async (stage) => {
    equal((await isRefused(stage, ['99.0.0', '98.1.2'])).code, UNSUPPORTED, 'the code');
  }),
  should('the refusal names the versions it would accept', async (stage) => {
    const { data } = await isRefused(stage, ['99.0.0']);
    const named = data?.supportedVersions;
    ok(Array.isArray(named) && named.length > 0, `supportedVersions: ${show(named)}`);
    ok(
      named.every((text) => EXACT_OR_RANGE.test(text)),
      `neither versions nor ranges: ${show(named)}`,
    );
  }),
  should('and the host closes the connection', async (stage) => {
    const { client } = await offer(stage, ['99.0.0']);
    await client.untilClosed(3000);
  }),
  ...malformed,
  should('a malformed version among good ones is refused', (stage) =>
    isRefused(stage, [stage.host.newest ?? stage.host.oldest, 'newest']),
  ),
  must('an empty list is refused', (stage) => isRefused(stage, [])),
  must('a text in place of the list is refused', (stage) => isRefused(stage, '1.0.0')),
  must('no list is refused', (stage) => isRefused(stage, undefined)),
  must('each generation gets terminals in its own shape', async (stage) => {
    for (const join of [() => stage.joinNew(), () => stage.joinOld()]) {
      const client = await join();
      const uri = await stage.create(client);
      const isNew = usesLifecycle(client.version);
      const { state } = await client.subscribe(uri);
      for (const shape of [state, await client.info(uri)]) {
        equal('lifecycle' in shape, isNew, `a lifecycle key in ${client.version}`);
        equal('exitCode' in shape, false, `an exitCode key of a running terminal in ${client.version}`);
      }
    }
  }),
  must('session claims name a chat from 0.9 on, and none before', async (stage) => {
    const claim = { kind: 'session', session: 'ahp-session:/conformance', chat: 'ahp-chat:/conformance' };
    const created = await stage.joinNew();
    const uri = await stage.create(created, { claim });
    equal((await created.subscribe(uri)).state.claim.chat, claim.chat, 'the chat');
    const old = await stage.joinOld();
    equal('chat' in (await old.subscribe(uri)).state.claim, false, 'a chat in the old shape');
    const terminals = (await old.subscribe(ROOT)).state.terminals ?? [];
    equal(
      'chat' in terminals.find(({ resource }) => resource === uri).claim,
      false,
      'a chat in the old list',
    );
  }),
]);
