/** The queue over all terminals: who waits for the person, since when and for what, answered from here; then what is done and unseen. */

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { possibleAnswers } from '../../../client/possible-answers.ts';
import type { QueueItem } from '../../../client/waiting.ts';
import { nameText } from '../../../protocol/common/name-text.ts';
import { OpenQuestion } from '../../model/open-question.ts';
import { hashOf } from '../../model/place.ts';
import { usePage, useRow } from '../parts/context.ts';
import { ageText, clockSince } from '../parts/durations.ts';
import { PageFrame } from './PageFrame.tsx';

/** Interval (ms) at which a question that is shown is read again: a program may draw it anew without a word. */
const AGAIN_MS = 3_000;

export function QueuePage({ wanted }: { readonly wanted: string | undefined }) {
  const page = usePage();
  const queue = page.queue.value;
  const waiting = queue.filter(({ state }) => state === 'blocked');
  const ended = queue.filter(({ state }) => state !== 'blocked');
  /** The terminal whose question is shown. One that waits alone is shown at once. */
  const open = useSignal(wanted ?? (waiting.length === 1 ? waiting[0]?.uri : undefined));
  const questionOf = useQuestions();
  useEffect(() => {
    if (wanted !== undefined) open.value = wanted;
  }, [wanted, open]);
  return (
    <PageFrame title="Who waits">
      <div class="queue-scroll">
        {queue.length === 0 && <p class="queue-none">Nobody waits for you, and nothing is unseen.</p>}
        {waiting.length > 0 && (
          <ul class="queue" aria-label="Waiting">
            {waiting.map((item) => (
              <Waiting
                key={item.uri}
                item={item}
                questionOf={questionOf}
                isOpen={open.value === item.uri}
                onToggle={() => {
                  open.value = open.peek() === item.uri ? undefined : item.uri;
                }}
              />
            ))}
          </ul>
        )}
        {ended.length > 0 && <h2 class="queue-head">Done, not seen yet</h2>}
        {ended.length > 0 && (
          <ul class="queue" aria-label="Done, not seen yet">
            {ended.map((item) => (
              <Ended key={item.uri} item={item} />
            ))}
          </ul>
        )}
      </div>
    </PageFrame>
  );
}

/** The questions that were shown: a terminal may leave the list for a moment, between two of its questions. */
function useQuestions(): (uri: string) => OpenQuestion {
  const { client } = usePage();
  const known = useMemo(() => new Map<string, OpenQuestion>(), []);
  return (uri) => {
    const question = known.get(uri) ?? new OpenQuestion(uri, client.cotty);
    known.set(uri, question);
    return question;
  };
}

type WaitingProps = {
  readonly item: QueueItem;
  readonly questionOf: (uri: string) => OpenQuestion;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

function Waiting({ item, questionOf, isOpen, onToggle }: WaitingProps) {
  const page = usePage();
  const title = useRow(item.uri)?.title ?? '';
  return (
    <li class={`queued ${isOpen ? 'open' : ''}`}>
      <button
        type="button"
        class="queued-main"
        aria-expanded={page.mayType ? isOpen : undefined}
        disabled={!page.mayType}
        onClick={onToggle}
      >
        <Sign item={item} />
        <span class="queued-text">
          <span class="queued-title">
            <b>{title}</b>
            {item.app !== undefined && item.app !== title && <span class="dim"> {item.app}</span>}
          </span>
          <Words item={item} />
        </span>
        <span class="queued-age">{clockSince(item.since, page.clock.now.value)}</span>
      </button>
      {isOpen && page.mayType && <Question open={questionOf(item.uri)} title={title} />}
    </li>
  );
}

/** What it asks, or has said of its end. */
function Words({ item: { words, isQuoted } }: { readonly item: QueueItem }) {
  return <span class={isQuoted ? 'queued-words quoted' : 'queued-words'}>{nameText(words)}</span>;
}

function Sign({ item: { state } }: { readonly item: QueueItem }) {
  const [sign, label] = SIGNS[state];
  return (
    <span class={`queued-sign ${state}`} role="img" aria-label={label}>
      {sign}
    </span>
  );
}

const SIGNS = {
  blocked: ['◆', 'waits for you'],
  done: ['✓', 'done'],
  error: ['✗', 'failed'],
} as const;

/** The question with the rows that the program shows, and all ways to answer it. */
function Question({ open, title }: { readonly open: OpenQuestion; readonly title: string }) {
  const page = usePage();
  const { uri } = open;
  const asked = useComputed(() => {
    const { since, words } = page.queue.value.find((each) => each.uri === uri) ?? {};
    return `${since} ${words}`;
  });
  useSignalEffect(() => {
    if (asked.value !== '') void open.read();
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (page.isSeen.peek()) void open.read();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [open, page]);
  const question = open.question.value;
  return (
    <div class="question">
      {open.failure.value !== undefined && (
        <p class="question-note bad" role="alert">
          {open.failure.value}
        </p>
      )}
      {open.hasChanged.value && (
        <p class="question-note" role="status">
          This is another question than the one before.
        </p>
      )}
      {question === null && <p class="question-note">It waits no more.</p>}
      {question != null && question.rows.length > 0 && (
        <pre class="question-rows">{question.rows.map(nameText).join('\n')}</pre>
      )}
      {question != null && <Answers open={open} title={title} />}
      <a class="button quiet question-show" href={hashOf({ kind: 'terminal', uri })}>
        Show the terminal
      </a>
    </div>
  );
}

function Answers({ open, title }: { readonly open: OpenQuestion; readonly title: string }) {
  const page = usePage();
  const question = open.question.value;
  const isHeld = open.isHeld.value;
  const text = useSignal('');
  const answer = async (given: Parameters<OpenQuestion['answer']>[0]) => {
    if (await open.answer(given)) page.messages.say(`Answered ${title}.`, { ms: 2_500 });
  };
  if (question == null) return null;
  return (
    <div class="answers">
      {possibleAnswers(question).map(
        ({ key, label, sends, isEscape }) =>
          sends !== 'text' && (
            <button
              key={`${sends.keys} ${label}`}
              type="button"
              class="button answer"
              disabled={isHeld}
              onClick={() => void answer(sends)}
            >
              <kbd>{isEscape ? 'Esc' : (key ?? nameText(sends.keys))}</kbd>
              <span>{nameText(label)}</span>
            </button>
          ),
      )}
      {possibleAnswers(question).some(({ sends }) => sends === 'text') && (
        <form
          class="answer-text"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.peek() !== '') void answer({ text: text.peek() });
          }}
        >
          <input
            type="text"
            aria-label={`Answer ${title} in words`}
            placeholder="Answer in words"
            autocomplete="off"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
          <button type="submit" class="button" disabled={isHeld || text.value === ''}>
            Send
          </button>
        </form>
      )}
    </div>
  );
}

/** What is done, or has failed, since somebody has looked there. */
function Ended({ item }: { readonly item: QueueItem }) {
  const page = usePage();
  const title = useRow(item.uri)?.title ?? '';
  return (
    <li class="queued">
      <div class="queued-main">
        <Sign item={item} />
        <a class="queued-text" href={hashOf({ kind: 'terminal', uri: item.uri })}>
          <span class="queued-title">
            <b>{title}</b>
            {item.app !== undefined && item.app !== title && <span class="dim"> {item.app}</span>}
          </span>
          <Words item={item} />
        </a>
        <span class="queued-age">{ageText(item.since, page.clock.now.value)}</span>
        {page.mayType && (
          <button
            type="button"
            class="button small"
            aria-label={`Seen ${title}`}
            onClick={() => page.messages.watch(page.client.cotty.seen(item.uri))}
          >
            Seen
          </button>
        )}
      </div>
    </li>
  );
}
