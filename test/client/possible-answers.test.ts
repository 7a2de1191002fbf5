import { describe, expect, test } from 'vitest';
import { possibleAnswers } from '../../src/client/possible-answers.ts';

const choices = [
  { keys: '1\r', label: 'Yes' },
  { keys: '\x1b[27u', label: 'cancel' },
  { keys: '\x1b[A', label: '↑' },
];

describe('the answers to a question', () => {
  test('are the choices of the program with the key that gives each', () => {
    expect(possibleAnswers({ kind: 'permission', choices })).toEqual([
      { key: '1', label: 'Yes', sends: { keys: '1\r' } },
      { key: undefined, label: 'cancel', sends: { keys: '\x1b[27u' }, isEscape: true },
      { key: undefined, label: '↑ marks another one', sends: { keys: '\x1b[A' }, moves: true },
    ]);
  });

  test('are words where Enter behind them takes no choice, and no secret is asked for', () => {
    const takesText = (kind: 'permission' | 'question' | 'auth', given = choices) =>
      possibleAnswers({ kind, choices: given }).some(({ sends }) => sends === 'text');
    expect([takesText('question'), takesText('permission', []), takesText('permission')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([takesText('auth'), takesText('auth', [])]).toEqual([false, false]);
  });

  test('end with Esc where the program offers none', () => {
    expect(possibleAnswers({ kind: 'permission', choices: [] }).at(-1)).toMatchObject({
      sends: { keys: '\x1b' },
      isEscape: true,
      isOwn: true,
    });
  });
});
