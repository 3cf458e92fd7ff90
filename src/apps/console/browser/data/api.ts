import { ProblemError } from './problem-error.ts';

/** Query of a call; empty and absent values are left out, lists repeat their name. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

interface CallOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

interface WriteOptions extends CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as `Idempotency-Key`: the same key gives the same answer. */
  readonly idempotencyKey?: string;
}

/**
 * Calls below `/data/`. The shape of an answer is that of the route's `*.types.ts`: both sides are built from one source and
 * served by one process. Every failure is thrown as a `ProblemError`, except an abort.
 */
export const api = {
  get: <Answer>(path: string, options: CallOptions = {}): Promise<Answer> => call<Answer>('GET', path, options),
  post: <Answer>(path: string, options: WriteOptions = {}): Promise<Answer> => call<Answer>('POST', path, options),
  put: <Answer>(path: string, options: WriteOptions = {}): Promise<Answer> => call<Answer>('PUT', path, options),
  delete: <Answer>(path: string, options: WriteOptions = {}): Promise<Answer> => call<Answer>('DELETE', path, options),
};

async function call<Answer>(method: string, path: string, options: WriteOptions): Promise<Answer> {
  const response = await send(method, path, options);
  const body = await readJson(response);
  if (!response.ok) throw new ProblemError(response.status, isRecord(body) ? body : {});
  return body as Answer;
}

async function send(method: string, path: string, options: WriteOptions): Promise<Response> {
  const { body, signal, idempotencyKey } = options;
  try {
    return await fetch(`/data${path}${queryText(options.query)}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-console': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(0, {});
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy in front answers with a page of its own.
    throw new ProblemError(response.ok ? 502 : response.status, {});
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `?brand=a&brand=b`, or nothing. */
export function queryText(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object') for (const one of value) search.append(name, one);
    else search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}
