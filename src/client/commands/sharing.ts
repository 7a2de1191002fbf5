/** Commands for terminals that several clients share: claims, the feed of ended commands, agents. */

import { ANY_MODE, commandsOf, OPEN_OR_PAGE, RUN_OR_BROWSE } from './command.ts';

export const SHARING_COMMANDS = commandsOf(
  { group: 'Sharing', modes: RUN_OR_BROWSE },
  {
    'claim.takeOver': {
      title: 'Take over',
      help: 'Take the terminal from whoever holds it',
      modes: ANY_MODE,
      keys: { browse: ['T'] },
      changes: true,
    },
    'feed.open': {
      title: 'Who waits, what ended',
      help: 'Show who waits for you, what is done, and what has ended',
      word: 'messages',
      modes: OPEN_OR_PAGE,
      keys: {
        run: ['f12'],
        raw: [['f12', { when: 'waiting' }]],
        browse: ['w', 'f12'],
        page: ['w', 'f12'],
      },
      synonyms: ['notifications', 'queue', 'waiting', 'questions', 'notices'],
    },
    'claim.handBack': {
      title: 'Hand over',
      help: 'Give the terminal to the agent that asks for it, or had it',
      keys: { run: [['ctrl+o', { when: 'asked' }]], browse: ['b'] },
      synonyms: ['share', 'agent'],
      changes: true,
    },
    'claim.decline': {
      title: 'Not now',
      help: 'Keep the terminal that an agent asks for',
      keys: { run: [['ctrl+x', { when: 'asked' }]], browse: ['B'] },
      changes: true,
    },
    'blocks.forget': { title: 'Ask about machines', help: 'Ask again which get blocks', synonyms: ['ssh'] },
    'agents.open': {
      title: 'Agents',
      help: 'Show the agents, and how another one joins',
      modes: OPEN_OR_PAGE,
      keys: { browse: ['A'], page: ['A'] },
      synonyms: ['agent', 'share'],
    },
  },
);
