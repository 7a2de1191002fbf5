/** Who holds a terminal: what others may not do, how it changes hands, and that it never has two holders. */

import { randomUUID } from 'node:crypto';
import { must, section, should } from '../check.mjs';
import { equal, has, ok, show, skip } from '../expect.mjs';
import { Mirror } from '../mirror.mjs';

const PAGE = 'guide/terminals';
const EXTENSION = 'x-cotty';
const session = { kind: 'session', session: 'ahp-session:/conformance', chat: 'ahp-chat:/conformance' };
const inUse = { ...session, turnId: 'turn-1', toolCallId: 'call-1' };

/** A terminal of one client that another one watches. */
async function shared(stage, options) {
  const { client: holder, uri } = await stage.terminal(options);
  const other = await stage.join();
  const mirror = await Mirror.open(other, uri);
  return { holder, other, uri, mirror };
}

async function claimOf(client, uri) {
  return (await client.subscribe(uri)).state.claim;
}

const takes = (client, meta) => ({
  type: 'terminal/claimed',
  claim: client.claim,
  ...(meta === undefined ? {} : { _meta: { [EXTENSION]: meta } }),
});

const uses = [
  { type: 'terminal/input', data: 'x' },
  { type: 'terminal/resized', cols: 40, rows: 10 },
  { type: 'terminal/titleChanged', title: 'taken' },
  { type: 'terminal/cleared' },
];

/** Both ask at the same time; exactly one gets it, and both agree on who. */
async function race(uri, [one, other], actionOf, attempts = 40) {
  const echoes = await Promise.all([one.echo(uri, actionOf(one)), other.echo(uri, actionOf(other))]);
  const winners = [one, other].filter((_, at) => echoes[at].rejectionReason === undefined);
  // The host has not noticed yet that the last holder is gone.
  if (winners.length === 0 && attempts > 0) {
    await pause();
    return race(uri, [one, other], actionOf, attempts - 1);
  }
  equal(winners.length, 1, `winners, of ${show(echoes)}`);
  for (const client of [one, other]) {
    equal((await claimOf(client, uri)).clientId, winners[0].clientId, 'the holder');
  }
}

async function holderGone(stage) {
  const { holder, other, uri } = await shared(stage);
  holder.drop();
  const third = await stage.join();
  await Mirror.open(third, uri);
  return { holder, other, third, uri };
}

/** The host hears of a lost connection when it does: until then the holder is there. */
async function claimed(client, uri, attempts = 40) {
  const envelope = await client.echo(uri, takes(client));
  if (envelope.rejectionReason === undefined) return;
  ok(attempts > 0, `it is still refused: ${envelope.rejectionReason}`);
  await pause();
  await claimed(client, uri, attempts - 1);
}

export const claims = section('claims', PAGE, [
  must('a terminal is always owned, from the start by whom it was made for', async (stage) => {
    const { holder, mirror } = await shared(stage);
    has(mirror.snapshot.state.claim, holder.claim, 'claim');
  }),
  ...uses.map((action) =>
    should(`${action.type} by who does not hold it is rejected`, async (stage) => {
      const { holder, other, uri } = await shared(stage);
      await other.rejected(uri, action);
      await holder.accepted(uri, { type: 'terminal/input', data: ' ' });
    }),
  ),
  should('and the reason names the holder', async (stage) => {
    const holder = await stage.dialAs(named());
    await holder.initialize();
    const uri = await stage.create(holder);
    const other = await stage.join();
    await other.subscribe(uri);
    const reason = await other.rejected(uri, { type: 'terminal/input', data: 'x' });
    // By its id, or by the name it gave itself.
    ok(/ahp-conformance|Ada of/.test(reason), `the reason is ${show(reason)}`);
  }),
  should('and nothing of it reaches the program', async (stage) => {
    const made = await stage.shell();
    const other = await stage.join();
    await other.subscribe(made.uri);
    await other.rejected(made.uri, { type: 'terminal/input', data: "printf 'intru%s\\n' der\r" });
    ok(!(await stage.run(made, 'true')).includes('intruder'), 'it ran');
  }),
  must(
    'a claim by who does not hold it is rejected',
    async (stage) => {
      const { holder, other, uri } = await shared(stage);
      await other.rejected(uri, takes(other));
      has(await claimOf(other, uri), holder.claim, 'claim');
    },
    'specification/terminal-channel',
  ),
  must('nobody can give away what another holds', async (stage) => {
    const { holder, other, uri } = await shared(stage);
    await other.rejected(uri, { type: 'terminal/claimed', claim: session });
    has(await claimOf(other, uri), holder.claim, 'claim');
  }),
  should('and that reason names the holder, too', async (stage) => {
    const holder = await stage.dialAs(named());
    await holder.initialize();
    const uri = await stage.create(holder);
    const other = await stage.join();
    await other.subscribe(uri);
    const reason = await other.rejected(uri, { type: 'terminal/claimed', claim: session });
    ok(/ahp-conformance|Ada of/.test(reason), `the reason is ${show(reason)}`);
  }),
  must('its holder can hand it over to a session', async (stage) => {
    const { holder, mirror, uri } = await shared(stage);
    await holder.accepted(uri, { type: 'terminal/claimed', claim: inUse });
    const { claim } = await mirror.until('the claim', (state) => state.claim.kind === 'session');
    has(claim, { session: session.session, turnId: 'turn-1', toolCallId: 'call-1' }, 'claim');
  }),
  should('a client can narrow the claim of a session, which then loses turn and tool call', async (stage) => {
    const { holder, other, uri } = await shared(stage);
    await holder.accepted(uri, { type: 'terminal/claimed', claim: inUse });
    await other.accepted(uri, { type: 'terminal/claimed', claim: session });
    const claim = await claimOf(other, uri);
    equal('turnId' in claim || 'toolCallId' in claim, false, 'turnId or toolCallId in the claim');
  }),
  must('a claim survives the connection of its holder', async (stage) => {
    const { holder, other, uri } = await holderGone(stage);
    has(await claimOf(other, uri), holder.claim, 'claim');
  }),
  should('the same client comes back to what it holds', async (stage) => {
    const { holder, uri } = await holderGone(stage);
    const back = await stage.join({ clientId: holder.clientId });
    await back.subscribe(uri);
    await back.accepted(uri, { type: 'terminal/input', data: ' ' });
  }),
  should('what a client left behind can be claimed', async (stage) => {
    const { other, uri } = await holderGone(stage);
    await claimed(other, uri);
    has(await claimOf(other, uri), other.claim, 'claim');
    await other.accepted(uri, { type: 'terminal/input', data: ' ' });
  }),
  should('of two that claim it at once exactly one gets it', async (stage) => {
    const { other, third, uri } = await holderGone(stage);
    await race(uri, [other, third], (client) => takes(client));
  }),
  should('another connection with the id of the holder is the holder', async (stage) => {
    const { holder, uri } = await shared(stage);
    const twin = await stage.join({ clientId: holder.clientId });
    await twin.subscribe(uri);
    await twin.accepted(uri, { type: 'terminal/titleChanged', title: 'mine' });
  }),
  should('a person takes over by naming the holder; of two exactly one', async (stage) => {
    if (!(EXTENSION in stage.host.meta)) skip(`the host does not advertise ${EXTENSION}`);
    const { holder, other, uri } = await shared(stage);
    const third = await joined(stage, uri);
    await other.rejected(uri, takes(other, { takeOverFrom: 'somebody else' }), 'from the wrong holder');
    await race(uri, [other, third], (client) => takes(client, { takeOverFrom: holder.clientId }));
    await holder.rejected(uri, { type: 'terminal/input', data: 'x' }, 'input of the former holder');
  }),
]);

async function joined(stage, uri) {
  const client = await stage.join();
  await Mirror.open(client, uri);
  return client;
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

/** A name of its own for each run: a host may bind a client id to the credential that first used it. */
function named() {
  return `Ada of the conformance suite, ${randomUUID()}`;
}
