import { describe, expect, it } from 'vitest';
import { handed } from '../../../src/host/keep/masters.ts';
import { Handover, type HandoverOptions } from '../../../src/host/restore/handover.ts';
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
  const options: HandoverOptions = {
    terminals: {
      get masters() {
        return masters();
      },
      find: (uri) => terminals.get(uri),
    },
    held: () => [...masters(), { uri: uriOf('aside'), fd: 9 }],
    renew: async (uri) => {
      log.push(`renewed ${uri}`);
      return uri !== uriOf('stuck');
    },
    keeper: { handOver: (first, held) => void log.push(`${first.join(' ')}: ${held.map(({ uri }) => uri)}`) },
    args: ['host'],
    tried: async (command) => {
      trials += 1;
      trial.during?.(trials);
      const uris = (handed(command.at(-1)) ?? []).map(({ uri }) => uri);
      log.push(`tried ${uris}`);
      const plays = trial.plays ?? (() => true);
      return { version: '2.0.0', taken: uris.filter(plays), why: 'its replay log is damaged' };
    },
  };
  return {
    handover: new Handover(options),
    log,
    open,
    close: (name: string) => terminals.delete(uriOf(name)),
  };
}

const [A, B] = [uriOf('a'), uriOf('b')];
const ASIDE = uriOf('aside');

describe('a handover', () => {
  it('tries each terminal once, and hands over those too that no terminal has taken', async () => {
    const { handover, log } = hostWith(['a', 'b'], {});
    expect(handover.isOver).toBe(false);
    expect(await handover.to(['cotty'])).toMatchObject({ version: '2.0.0' });
    expect(log).toEqual([`tried ${A},${B}`, `cotty host: ${A},${B},${ASIDE}`]);
    expect(handover.isOver).toBe(true);
  });

  it('tries the terminals that were opened during a trial, too', async () => {
    const { handover, log, open } = hostWith(['a'], {
      during: (trials) => trials < 3 && open(`new${trials}`),
    });
    await handover.to(['cotty']);
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
    await again.handover.to(['cotty']);
    expect(again.log).toEqual([`tried ${A}`, `tried ${A}`, `cotty host: ${A},${ASIDE}`]);
  });

  it('is refused while terminals are opened without end, and this host goes on', async () => {
    const { handover, log, open } = hostWith(['a'], { during: (trials) => open(`new${trials}`) });
    await expect(handover.to(['cotty'])).rejects.toThrow('opened again and again');
    expect(log.filter((line) => line.startsWith('cotty'))).toEqual([]);
    expect(handover.isOver).toBe(false);
  });

  it('begins a replay log anew that the other version cannot play, and tries it once more', async () => {
    let isNew = false;
    const { handover, log } = hostWith(['a', 'b'], {
      plays: (uri) => uri === A || isNew,
      during: (trials) => {
        isNew = trials > 1;
      },
    });
    await handover.to(['cotty']);
    expect(log).toEqual([`tried ${A},${B}`, `renewed ${B}`, `tried ${B}`, `cotty host: ${A},${B},${ASIDE}`]);
  });

  it('is refused when that does not help, with the reason', async () => {
    const { handover, log } = hostWith(['a', 'b'], { plays: (uri) => uri === A });
    await expect(handover.to(['cotty'])).rejects.toThrow(
      `version 2.0.0 cannot take over ${B}: its replay log is damaged`,
    );
    expect(log).toEqual([`tried ${A},${B}`, `renewed ${B}`, `tried ${B}`]);
    const { handover: stuck } = hostWith(['stuck'], { plays: () => false });
    await expect(stuck.to(['cotty'])).rejects.toThrow('cannot take over');
  });

  it('does not mind a terminal that ends during a trial', async () => {
    const { handover, log, close } = hostWith(['a', 'b'], {
      during: () => close('b'),
      plays: (uri) => uri === A,
    });
    await handover.to(['cotty']);
    expect(log).toEqual([`tried ${A},${B}`, `cotty host: ${A},${ASIDE}`]);
  });
});
