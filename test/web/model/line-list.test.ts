import { expect, test, vi } from 'vitest';
import type { HistoryQuery } from '../../../src/protocol/cotty/history.ts';
import { LineList } from '../../../src/web/model/line-list.ts';

const RUN = {
  terminal: 't:/1',
  name: 'proj',
  open: true,
  seq: 3,
  commandId: 'c3',
  startedAt: 50,
  finishedAt: 55,
  exitCode: 1,
};

function listed(failure?: Error) {
  const history = vi.fn((_query: HistoryQuery) =>
    failure === undefined
      ? Promise.resolve({ commands: [{ ...RUN, commandLine: 'make' }], more: false })
      : Promise.reject(failure),
  );
  const past = vi.fn(() =>
    Promise.resolve({ lines: [{ line: 'make' }, { line: 'make it', at: 60 }], more: false }),
  );
  const client = { cotty: { history, past } } as unknown as ConstructorParameters<
    typeof LineList
  >[0]['client'];
  const speaker = () => ({ now: 1_000, home: undefined, me: 'user:ada' });
  return { history, past, list: new LineList({ client, uri: 't:/1', speaker }) };
}

test('lists runs and lines of the history of the shell, each once, and marks what is looked for', async () => {
  const { list, past } = listed();
  list.look('ma');
  await vi.waitFor(() => expect(list.lines.value.map(({ line }) => line)).toEqual(['make it', 'make']));
  expect(list.lines.value[1]).toMatchObject({ status: { kind: 'failed', code: 1 }, run: { seq: 3 } });
  expect(past).toHaveBeenCalledWith('t:/1', { words: 'ma', limit: 200 });
  expect(list.places('make')).toEqual([{ from: 0, to: 2 }]);
});

test('asks the history of the shell nothing while there is a filter, and says what is wrong with one', async () => {
  const { list, past, history } = listed();
  list.look('is:failed ma');
  await vi.waitFor(() => expect(list.lines.value).toMatchObject([{ line: 'make' }]));
  expect(history.mock.calls[0]?.[0]).toMatchObject({ failed: true, text: 'ma' });
  expect(past).not.toHaveBeenCalled();
  list.look('is:odd');
  expect(list.said.value).toContain('is:odd wants');
});

test('lists the history of the shell alone where a host tells no runs', async () => {
  const { list } = listed(new Error('away'));
  list.look('');
  await vi.waitFor(() => expect(list.lines.value).toHaveLength(2));
  expect(list.said.value).toBe('away');
});
