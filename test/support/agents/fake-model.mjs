/**
 * A model that is none, for agent programs in tests: a server on 127.0.0.1 that speaks the four APIs which they use, and answers by
 * words of the prompt. `node fake-model.mjs PORT` prints `ready` when it listens.
 *
 * `slow 3` talks for three seconds, `shell` asks for a command that needs a permission; both may stand in one prompt. Anything else
 * gets one sentence, and so does the result of a command.
 */

import { createServer } from 'node:http';

/** Requests without tools are for titles and routing: they get a short answer at once. */
const SHORT = 'A short title';
const SHORT_JSON = JSON.stringify({
  title: SHORT,
  reasoning: 'simple',
  model_choice: 'flash',
  complexity_score: 1,
  complexity_reasoning: 'simple',
  next_speaker: 'user',
});

/** What agents put around the words of the person. */
const AROUND = /<(system-reminder|environment_context|user_instructions|INSTRUCTIONS)[\s\S]*?<\/\1>/g;
const COMMAND_TOOLS = ['exec_command', 'shell_command', 'shell', 'Bash', 'bash', 'run_shell_command'];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let ids = 0;

function id(kind) {
  ids += 1;
  return `${kind}_${String(ids).padStart(6, '0')}`;
}

// What the model says: steps, each a text or a command, after a pause.

function stepsFor({ text, rounds, tools, json }) {
  if (tools.length === 0) return [{ say: json ? SHORT_JSON : SHORT }];
  if (rounds > 0) return [{ say: 'Thank you, that is done.', after: 500 }];
  const seconds = Number(/\bslow (\d+)/i.exec(text)?.[1] ?? 0);
  const counted = Array.from({ length: 4 * seconds }, (_, index) => ({ say: `${index + 1} `, after: 250 }));
  const talk = seconds === 0 ? [] : [{ say: 'Counting: ' }, ...counted, { say: 'and that is all.' }];
  if (/\bshell\b/i.test(text)) return [...talk, { say: ' I will make a file.' }, commandStep(tools)];
  return talk.length === 0 ? [{ say: 'Hello, I am a model that is none.', after: 300 }] : talk;
}

/** Calls the tool of the agent that runs commands. */
function commandStep(tools) {
  const tool = tools.find(({ name }) => COMMAND_TOOLS.includes(name));
  const properties = tool?.schema?.properties ?? {};
  const command = 'touch made-by-the-model.txt';
  const input = { [properties.cmd === undefined ? 'command' : 'cmd']: command };
  if (properties.description !== undefined) input.description = 'Make a file';
  if (properties.sandbox_permissions !== undefined) {
    input.sandbox_permissions = 'require_escalated';
    input.justification = 'May I make a file?';
  }
  return { name: tool?.name, input };
}

// The APIs: how a request is read, and how an answer is written.

function textOf(content) {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? part.input_text ?? '').join('\n');
}

const tidy = (text) => text.replace(AROUND, '').trim();

/** The last words of the person, and how many results of commands have come since. */
function asked(items, wordsOf, isResult) {
  const last = items.findLastIndex((item) => wordsOf(item) !== '');
  const rounds = items.slice(last + 1).filter(isResult).length;
  return { text: last === -1 ? '' : wordsOf(items[last]), rounds };
}

/** OpenAI Responses: Codex. */
const responses = {
  read(body) {
    const items = Array.isArray(body.input) ? body.input : [{ role: 'user', content: body.input }];
    const words = (item) => (item.role === 'user' ? tidy(textOf(item.content)) : '');
    const tools = (body.tools ?? []).map((tool) => ({
      name: tool.name ?? tool.type,
      schema: tool.parameters,
    }));
    return {
      ...asked(items, words, ({ type = '' }) => type.endsWith('call_output')),
      tools,
      streams: body.stream !== false,
    };
  },
  async write(send, steps, model) {
    const response = { id: id('resp'), object: 'response', model, output: [] };
    send('response.created', { response: { ...response, status: 'in_progress' } });
    let index = 0;
    let open;
    const item = ({ text, ...rest }, status) => {
      const content = text === '' ? [] : [{ type: 'output_text', text, annotations: [] }];
      return { ...rest, type: 'message', role: 'assistant', status, content };
    };
    const shut = () => {
      if (open === undefined) return;
      send('response.output_item.done', { output_index: index, item: item(open, 'completed') });
      index += 1;
      open = undefined;
    };
    for (const { say, after = 0, name, input } of steps) {
      await pause(after);
      if (say === undefined) {
        shut();
        const args = JSON.stringify(input);
        const call = { id: id('fc'), type: 'function_call', status: 'completed', name, call_id: id('call') };
        send('response.output_item.added', { output_index: index, item: { ...call, arguments: '' } });
        send('response.output_item.done', { output_index: index, item: { ...call, arguments: args } });
        index += 1;
        continue;
      }
      if (open === undefined) {
        open = { id: id('msg'), text: '' };
        send('response.output_item.added', { output_index: index, item: item(open, 'in_progress') });
      }
      open.text += say;
      const place = { item_id: open.id, output_index: index, content_index: 0 };
      send('response.output_text.delta', { ...place, delta: say });
    }
    shut();
    const usage = {
      input_tokens: 1200,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 34,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 1234,
    };
    send('response.completed', { response: { ...response, status: 'completed', usage } });
  },
  whole: (events) => events.at(-1)?.response ?? {},
};

/** OpenAI chat completions: OpenCode. */
const chat = {
  read(body) {
    const tools = (body.tools ?? []).map(({ function: tool }) => ({
      name: tool?.name,
      schema: tool?.parameters,
    }));
    const words = ({ role, content }) => (role === 'user' ? tidy(textOf(content)) : '');
    return {
      ...asked(body.messages ?? [], words, ({ role }) => role === 'tool'),
      tools,
      streams: body.stream === true,
    };
  },
  async write(send, steps, model) {
    const base = { id: id('chatcmpl'), object: 'chat.completion.chunk', created: 1, model };
    const chunk = (delta, reason = null) =>
      send(undefined, { ...base, choices: [{ index: 0, delta, finish_reason: reason }] });
    chunk({ role: 'assistant', content: '' });
    for (const { say, after = 0, name, input } of steps) {
      await pause(after);
      const call = { name, arguments: JSON.stringify(input) };
      if (say !== undefined) chunk({ content: say });
      else chunk({ tool_calls: [{ index: 0, id: id('call'), type: 'function', function: call }] });
    }
    chunk({}, steps.some(({ say }) => say === undefined) ? 'tool_calls' : 'stop');
    const usage = { prompt_tokens: 1200, completion_tokens: 34, total_tokens: 1234 };
    send(undefined, { ...base, choices: [], usage });
    send(undefined, '[DONE]');
  },
  whole(events, model) {
    const content = events.map(({ choices }) => choices?.[0]?.delta?.content ?? '').join('');
    const message = { role: 'assistant', content };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    return { id: id('chatcmpl'), object: 'chat.completion', created: 1, model, choices };
  },
};

/** Gemini's generateContent: Gemini CLI. */
const gemini = {
  read(body) {
    const isResult = ({ parts = [] }) => parts.some(({ functionResponse }) => functionResponse !== undefined);
    const words = (item) => (item.role === 'model' || isResult(item) ? '' : tidy(textOf(item.parts)));
    const tools = (body.tools ?? [])
      .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
      .map(({ name, parametersJsonSchema, parameters }) => ({
        name,
        schema: parametersJsonSchema ?? parameters,
      }));
    const json = body.generationConfig?.responseMimeType === 'application/json';
    return { ...asked(body.contents ?? [], words, isResult), tools, json, streams: true };
  },
  async write(send, steps, model) {
    const usageMetadata = { promptTokenCount: 1200, candidatesTokenCount: 34, totalTokenCount: 1234 };
    const chunk = (parts, end = {}) =>
      send(undefined, {
        candidates: [{ index: 0, content: { role: 'model', parts }, ...end }],
        modelVersion: model,
        usageMetadata,
      });
    for (const { say, after = 0, name, input } of steps) {
      await pause(after);
      if (say !== undefined) chunk([{ text: say }]);
      else chunk([{ functionCall: { id: id('call'), name, args: input } }]);
    }
    chunk([{ text: '' }], { finishReason: 'STOP' });
  },
  whole(events, model) {
    const parts = events.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    const text = parts.map((part) => part.text ?? '').join('');
    const content = { role: 'model', parts: [{ text }] };
    return { candidates: [{ index: 0, content, finishReason: 'STOP' }], modelVersion: model };
  },
};

/** Anthropic messages: Claude Code. */
const messages = {
  read(body) {
    const words = ({ role, content }) => {
      if (role !== 'user') return '';
      const parts =
        typeof content === 'string' ? content : (content ?? []).filter(({ type }) => type === 'text');
      return tidy(textOf(parts));
    };
    const isResult = ({ content }) =>
      Array.isArray(content) && content.some(({ type }) => type === 'tool_result');
    const tools = (body.tools ?? []).map((tool) => ({ name: tool.name, schema: tool.input_schema }));
    return { ...asked(body.messages ?? [], words, isResult), tools, streams: body.stream === true };
  },
  async write(send, steps, model) {
    const usage = {
      input_tokens: 1200,
      output_tokens: 1,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    };
    const message = { id: id('msg'), type: 'message', role: 'assistant', model, content: [] };
    send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } });
    let index = 0;
    let isOpen = false;
    const shut = () => {
      if (isOpen) send('content_block_stop', { index });
      if (isOpen) index += 1;
      isOpen = false;
    };
    const open = (block) => {
      if (!isOpen) send('content_block_start', { index, content_block: block });
      isOpen = true;
    };
    for (const { say, after = 0, name, input } of steps) {
      await pause(after);
      if (say === undefined) {
        shut();
        open({ type: 'tool_use', id: id('toolu'), name, input: {} });
        const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
        send('content_block_delta', { index, delta });
        shut();
        continue;
      }
      open({ type: 'text', text: '' });
      send('content_block_delta', { index, delta: { type: 'text_delta', text: say } });
    }
    shut();
    const reason = steps.some(({ say }) => say === undefined) ? 'tool_use' : 'end_turn';
    send('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 34 },
    });
    send('message_stop', {});
  },
  whole(events, model) {
    const text = events.map(({ delta }) => delta?.text ?? '').join('');
    const usage = { input_tokens: 1200, output_tokens: 34 };
    const message = { id: id('msg'), type: 'message', role: 'assistant', model, usage };
    return { ...message, content: [{ type: 'text', text }], stop_reason: 'end_turn', stop_sequence: null };
  },
};

const APIS = [
  [/\/responses(\?|$)/, responses],
  [/\/chat\/completions/, chat],
  [/enerateContent/, gemini],
  [/\/messages(\?|$)/, messages],
];

// The server.

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}');
  } catch {
    // No JSON.
    return {};
  }
}

/** Agents also ask for lists of models and for counts of tokens. */
function answerOther(url, reply) {
  reply.setHeader('content-type', 'application/json');
  if (/count_?[tT]okens/.test(url)) {
    reply.end(JSON.stringify({ input_tokens: 1200, totalTokens: 1200 }));
  } else if (url.includes('/models')) {
    const model = { id: 'fake-model', object: 'model', created: 0, owned_by: 'nobody' };
    reply.end(JSON.stringify({ object: 'list', data: [model] }));
  } else {
    reply.statusCode = 404;
    reply.end('{}');
  }
}

async function answer(api, url, body, reply) {
  const request = api.read(body);
  const model = body.model ?? /models\/([^:]+):/.exec(url)?.[1] ?? 'fake-model';
  const streams = api === gemini ? url.includes('streamGenerateContent') : request.streams;
  const steps = stepsFor(request);
  if (!streams) {
    const events = [];
    await api.write((_event, data) => events.push(data), steps, model);
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(api.whole(events, model)));
    return;
  }
  let sequence = 0;
  const send = (event, data) => {
    if (reply.destroyed) return;
    const typed = event === undefined ? data : { type: event, sequence_number: sequence, ...data };
    sequence += 1;
    const text = data === '[DONE]' ? data : JSON.stringify(typed);
    reply.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  };
  reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await api.write(send, steps, model);
  reply.end();
}

const server = createServer(async (request, reply) => {
  const body = await bodyOf(request);
  const { url = '', method } = request;
  const [, api] = APIS.find(([pattern]) => pattern.test(url)) ?? [];
  if (method !== 'POST' || api === undefined) answerOther(url, reply);
  else await answer(api, url, body, reply);
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'));
