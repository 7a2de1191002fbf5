import { describe, expect, test } from 'vitest';
import { complain, question, say, sayJson, sayOutput } from '../../../src/cli/common/print.ts';
import { fakeIo } from '../../support/fake-io.ts';

const hostile = 'mallory\x1b]52;c;eA==\x07\x9b2J\u202e holds it';
const clean = 'mallory]52;c;eA==2J holds it';

describe('a subcommand', () => {
  test('prints messages, questions and text without what steers the terminal', () => {
    const { io, out, err } = fakeIo();
    complain(io, `${hostile}\n  twice`);
    question(io, `${hostile}? `);
    say(io, `${hostile}\n`);
    expect(err()).toBe(`cotty: ${clean}\n  twice\n${clean}? `);
    expect(out()).toBe(`${clean}\n`);
  });

  test('prints JSON in which the same characters are escaped', () => {
    const { io, out } = fakeIo();
    sayJson(io, { title: hostile });
    expect(out()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(JSON.parse(out())).toEqual({ title: hostile });
  });

  test('prints the output of a program as it is when it was asked for', () => {
    const { io, out } = fakeIo();
    sayOutput(io, '\x1b[31mred\x1b[0m\n');
    expect(out()).toBe('\x1b[31mred\x1b[0m\n');
  });
});
