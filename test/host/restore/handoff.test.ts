import { describe, expect, it } from 'vitest';
import { inherited } from '../../../src/host/keep/masters.ts';
import { Handoff, type HandoffOptions } from '../../../src/host/restore/handoff.ts';
import type { Terminal } from '../../../src/host/terminal/terminal.ts';

const uriOf = (name: string) => `ahp-terminal:/${name}`;

/** A host with terminals of these names, and a version that is tried; `during` runs while it is. */
function hostWith(
  names: readonly string[],
  trial: { during?: (trials: number) => unknown; plays?: (uri: string) => boolean },
) {
  const terminals = new Map<string, Terminal>();
  const log: string[] = [];
  const open = (name: string) =>
    void terminals.set(uriOf(name), { options: { replayLog: { isOpen: true } } } as unknown as Terminal);
  for (const name of names) open(name);
  const masters = () => [...terminals.keys()].map((uri, index) => ({ uri, fd: 10 + index }));
  let trials = 0;
  const options: HandoffOptions = {
    terminals: {
      get masters() {
        return masters();
      },
      find: (uri) => terminals.get(uri),
    },
    held: () => [...masters(), { uri: uriOf('aside'), fd: 9 }],
    rewrite: async (uri) => {
      log.push(`rewrote ${uri}`);
      return uri !== uriOf('stuck');
    },
    keeper: { handOff: (first, held) => void log.push(`${first.join(' ')}: ${held.map(({ uri }) => uri)}`) },
    args: ['host'],
    tried: async (command) => {
      trials += 1;
      trial.during?.(trials);
      const uris = (inherited(command.at(-1)) ?? []).map(({ uri }) => uri);
      log.push(`tried ${uris}`);
      const plays = trial.plays ?? (() => true);
      return { version: '2.0.0', taken: uris.filter(plays), why: 'its replay log is damaged' };
    },
  };
  return {
    handoff: new Handoff(options),
    log,
    open,
    close: (name: string) => terminals.delete(uriOf(name)),
  };
}

const [A, B] = [uriOf('a'), uriOf('b')];
const ASIDE = uriOf('aside');

describe('a handoff', () => {
  it('tries each terminal once, and hands over those too that no terminal has', async () => {
    const { handoff, log } = hostWith(['a', 'b'], {});
    expect(handoff.isOver).toBe(false);
    expect(await handoff.to(['cotty'])).toMatchObject({ version: '2.0.0' });
    expect(log).toEqual([`tried ${A},${B}`, `cotty host: ${A},${B},${ASIDE}`]);
    expect(handoff.isOver).toBe(true);
  });

  it('tries the terminals that were opened during a trial, too', async () => {
    const { handoff, log, open } = hostWith(['a'], {
      during: (trials) => trials < 3 && open(`new${trials}`),
    });
    await handoff.to(['cotty']);
    const news = [1, 2].map((trials) => uriOf(`new${trials}`));
    expect(log).toEqual([
      `tried ${A}`,
      `tried ${news[0]}`,
      `tried ${news[1]}`,
      `cotty host: ${[A, ...news, ASIDE]}`,
    ]);
  });

  it('tries another terminal under the same name again', async () => {
    const again = hostWith(['a'], {
      during: (trials) => {
        if (trials > 1) return;
        again.close('a');
        again.open('a');
      },
    });
    await again.handoff.to(['cotty']);
    expect(again.log).toEqual([`tried ${A}`, `tried ${A}`, `cotty host: ${A},${ASIDE}`]);
  });

  it('is refused while terminals are opened without end, and this host stays', async () => {
    const { handoff, log, open } = hostWith(['a'], { during: (trials) => open(`new${trials}`) });
    await expect(handoff.to(['cotty'])).rejects.toThrow('opened during each trial');
    expect(log.filter((line) => line.startsWith('cotty'))).toEqual([]);
    expect(handoff.isOver).toBe(false);
  });

  it('rewrites a replay log that the other version cannot replay, and tries it once more', async () => {
    let isNew = false;
    const { handoff, log } = hostWith(['a', 'b'], {
      plays: (uri) => uri === A || isNew,
      during: (trials) => {
        isNew = trials > 1;
      },
    });
    await handoff.to(['cotty']);
    expect(log).toEqual([`tried ${A},${B}`, `rewrote ${B}`, `tried ${B}`, `cotty host: ${A},${B},${ASIDE}`]);
  });

  it('is refused when that does not help, with the reason', async () => {
    const { handoff, log } = hostWith(['a', 'b'], { plays: (uri) => uri === A });
    await expect(handoff.to(['cotty'])).rejects.toThrow(
      `version 2.0.0 cannot restore ${B}: its replay log is damaged`,
    );
    expect(log).toEqual([`tried ${A},${B}`, `rewrote ${B}`, `tried ${B}`]);
    const { handoff: stuck } = hostWith(['stuck'], { plays: () => false });
    await expect(stuck.to(['cotty'])).rejects.toThrow('cannot restore');
  });

  it('does not mind a terminal that ends during a trial', async () => {
    const { handoff, log, close } = hostWith(['a', 'b'], {
      during: () => close('b'),
      plays: (uri) => uri === A,
    });
    await handoff.to(['cotty']);
    expect(log).toEqual([`tried ${A},${B}`, `cotty host: ${A},${ASIDE}`]);
  });
});
