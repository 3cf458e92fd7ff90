import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isProblemCode, PROBLEM_TYPE } from '#src/kernel/http/problems/problem.ts';
import { problemTable } from '#src/kernel/http/problems/problem-codes.ts';
import type { WireAnswer } from '#tests/support/http/raw-http.ts';
import { wordsOf } from '../../access/probe-routes.ts';
import type { TestUsers } from '../../access/access.types.ts';
import type { Answers, Problem, FuzzCase, Operation } from './fuzz.types.ts';
import { inPlainText, type SentCase } from './case-sender.ts';
import { wrongTypeIn } from './wrong-types.ts';

/** What no answer says: places in a program, its files, its database and its packages. */
const insides: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>]+ \((?:file|node|\/)[^)]*:\d+:\d+\)/,
  /(?:file:\/\/\/|(?<![\w.-])\/(?:home|root|tmp|usr|var|work|app)\/)[\w./-]+/,
  /node_modules|node:internal|\.server\.ts\b/,
  /\b(?:select|insert into|update|delete from)\b[^<]{1,80}\b(?:from|values|set|where)\b/i,
  /syntax error at or near|violates \w+ constraint|invalid byte sequence|relation "\w+"|duplicate key value/,
  /\b(?:TypeError|ReferenceError|RangeError|SyntaxError|ZodError|ECONNREFUSED|FST_ERR_\w+|PostgresError)\b/,
  /\[object Object\]/,
];

/** Statuses with which a page or file is answered. */
const pageStatuses = new Set([200, 204, 206, 303, 304, 307, 400, 403, 404, 405, 410, 413, 415, 416, 421, 422, 429]);

/** Bytes above which the server need not listen to the end before it answers and hangs up. */
const patientBytes = 16_000;

/** What is wrong with the answer to a case; empty when nothing. */
export function checkResponse(
  operation: Operation,
  one: FuzzCase,
  { request, answer, said: saidSoFar }: SentCase,
  users: TestUsers,
): Problem[] {
  if (typeof answer === 'string') {
    const bytes = (request.body?.length ?? 0) + request.headers.flat().join('').length + request.path.length;
    return answer === 'hung-up' && bytes > patientBytes ? [] : [{ kind: answer, detail: 'no answer' }];
  }
  if (isTransport(answer)) return [];
  const complaints: Problem[] = [];
  const add = (kind: string, detail: string): void => void complaints.push({ kind, detail });
  const text = unpacked(answer);
  const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  const said = `${inPlainText(request.path)}\n${request.headers.flat().join('\n')}\n${inPlainText(request.body?.toString('utf8') ?? '')}`;
  if (answer.status >= 500) add('status-5xx', `${answer.status} ${text.slice(0, 200)}`);
  else if (operation.answers)
    for (const line of undocumented(operation.answers, answer, type, text)) add('undocumented', line);
  else if (operation.kind !== 'api' && !pageStatuses.has(answer.status)) add('undocumented', String(answer.status));
  if (operation.kind === 'page') for (const line of notForReaders(answer, type, text)) add('not-a-page', line);
  if (type === PROBLEM_TYPE || (operation.kind === 'api' && answer.status >= 400))
    for (const line of notAProblem(answer, type, text)) add('not-a-problem', line);
  for (const pattern of insides) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !said.includes(found) && operation.kind !== 'file') add('insides', found.slice(0, 120));
  }
  for (const word of personsIn(one, { ...answer, body: Buffer.from(text) }, said, users))
    if (!saidSoFar.has(word)) add('echo', word);
  if (/<svg\/onload=fuzz>/.test(text) && type === 'text/html') add('script', 'a tag stands as it was sent');
  for (const line of astray(answer)) add('astray', line);
  const wrong = wrongTypeIn(operation, request);
  if (wrong !== null && answer.status < 400) add('wrong-type', `${answer.status} in spite of ${wrong}`);
  if (one.mustRefuse !== null && answer.status < 300) add('taken', `${answer.status} in spite of ${one.mustRefuse}`);
  return complaints;
}

/** Node.js itself answers what is no HTTP, or has too many headers, before the product hears of it. */
function isTransport({ status, body, headers }: WireAnswer): boolean {
  if (status === 417) return body.length === 0;
  return [400, 408, 431].includes(status) && headers.connection === 'close' && body.length < 60;
}

function undocumented(answers: Answers, { status }: WireAnswer, type: string, text: string): string[] {
  const bodies = answers.get(status);
  if (!bodies) return [`status ${status}: ${text.slice(0, 120)}`];
  if (bodies.size === 0) return status === 204 && text !== '' ? ['204 with a body'] : [];
  const schema = bodies.get(type);
  if (schema === undefined) return [`${status} as ${type === '' ? 'no type' : type}`];
  if (schema === null) return [];
  const read = schema.safeParse(parsed(text));
  return read.success
    ? []
    : [`${status}: ${JSON.stringify(read.error.issues[0])?.slice(0, 200) ?? ''} in ${text.slice(0, 200)}`];
}

function notForReaders({ status, headers }: WireAnswer, type: string, text: string): string[] {
  if (status >= 300 && status < 400) return headers.location === undefined ? [`${status} leads nowhere`] : [];
  // Under a name that is not ours there is no school, and no reader of ours.
  if (type === 'application/json' || status === 421) return [];
  if (type !== 'text/html') return [`${status} as ${type}: ${text.slice(0, 80)}`];
  return /<html[^>]* lang="(?:pt-BR|pt-MZ|es-PE)"/.test(text) ? [] : [`${status} in no language`];
}

function notAProblem({ status }: WireAnswer, type: string, text: string): string[] {
  const value = parsed(text);
  const code = typeof value === 'object' && value !== null && 'code' in value ? String(value.code) : '';
  if (type !== PROBLEM_TYPE) return [`${status} as ${type}: ${text.slice(0, 120)}`];
  if (!isProblemCode(code)) return code === '' ? [`no code: ${text.slice(0, 120)}`] : [];
  return problemTable[code].status === status ? [] : [`${code} with ${status}`];
}

/** Words of a person whom the sender is not, unless the sender said them. */
function personsIn({ sender }: FuzzCase, answer: WireAnswer, said: string, { a, b }: TestUsers): string[] {
  const others = sender === 'A' ? [b] : sender === 'B' ? [a] : sender === 'operator' || sender === 'unit' ? [] : [a, b];
  return others.flatMap((other) => wordsOf(other, answer)).filter((word) => !said.includes(word));
}

/** Headers that the request wrote, and ways to other places. */
function astray({ headers }: WireAnswer): string[] {
  const to = headers.location ?? '';
  const isAway = /^(?:\/\/|\/\\|\\)|evil\.example(?![^?]*\?)|^javascript:/i.test(to.split('?')[0] ?? '');
  return [
    ...(isAway ? [`leads to ${to.slice(0, 120)}`] : []),
    ...(headers['x-fuzz'] === undefined ? [] : ['wrote a header']),
  ];
}

function unpacked({ headers, body }: WireAnswer): string {
  const packed = headers['content-encoding'];
  const bytes = packed === 'br' ? brotliDecompressSync(body) : packed === 'gzip' ? gunzipSync(body) : body;
  return bytes.toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
