import { expect, it } from 'vitest';
import { commandWords } from '../../../src/tui/model/command-words.ts';

it.each([
  ['a command', 'git status', ['git']],
  ['nothing in an empty line', '  ', []],
  ['each command of a list', 'make && gti push || say no; ls & wait', ['make', 'gti', 'say', 'ls', 'wait']],
  ['each command of a pipeline', 'cat x | grpe y |& less', ['cat', 'grpe', 'less']],
  ['the commands of several lines', 'cd x\nmkae all', ['cd', 'mkae']],
  ['the command behind assignments', 'A=b C+="d e" mkae', ['mkae']],
  [
    'only the prefix of a command that another runs',
    'sudo gti x; env A=b gti; command gti',
    ['sudo', 'env', 'command'],
  ],
  ['the command behind a keyword', 'if gti; then ! foo; else { bar; }; fi', ['gti', 'foo', 'bar', 'fi']],
  ['paths', './mkae; ~/bin/x; /usr/bin/y', ['./mkae', '~/bin/x', '/usr/bin/y']],
  ['a command in a subshell', '(cd x && mkae)', ['cd', 'mkae']],
  ['the command beside redirections', '2>&1 >out gti <in; gti &>all x', ['gti', 'gti']],
  ['nothing in quotes', "echo \"a; gti\" 'b | gti' $'c\\' ; gti'", ['echo']],
  ['nothing in comments', 'ls # x; gti\nmake', ['ls', 'make']],
  ['no word with quotes, backslashes or expansions', '"gti" x; g\\ti; $EDITOR; !!; gt?; {a,b}; _x; :', []],
  ['nothing from a substitution on', 'echo $(gti) && gti', ['echo']],
  ['nothing from backquotes on', 'echo `gti`; gti', ['echo']],
  ['nothing from a here-document on', 'cat <<X\ngti\nX\n', ['cat']],
  ['nothing from a loop or case on', 'ls; for x in a; do gti; done', ['ls']],
  ['no name of a function, nor what follows', 'foo() { gti; }', []],
  ['no arithmetic', '((x++)); gti', []],
  ['no elements of an array', 'a=(gti b); gti', []],
])('finds %s', (_, line, words) => {
  expect(commandWords([...line]).map(({ word }) => word)).toEqual(words);
});

it('tells where the words are', () => {
  expect(commandWords([...'é; gti x'])).toEqual([
    { start: 0, end: 1, word: 'é' },
    { start: 3, end: 6, word: 'gti' },
  ]);
});
