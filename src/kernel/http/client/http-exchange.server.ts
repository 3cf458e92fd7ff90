import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import type { JsonValue } from '../../json/json.ts';

/**
 * How a call ended. `not-sent`: no connection was made, and the server did not receive it.
 * `no-answer`: it was or may have been sent and no whole answer came, so whether it was done is unknown.
 * `status`: the server's answer, of any status; `json` is undefined when the body is not JSON. `isRepeat`: it answers a
 * request that was sent before, on a connection that broke: whatever the answer, the first one may have been done.
 */
export type HttpOutcome =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly json: JsonValue | undefined;
      readonly isRepeat: boolean;
    }
  | {
      readonly kind: 'not-sent';
      readonly reason: 'refused' | 'name-unknown' | 'not-trusted' | 'unreachable' | 'timed-out';
    }
  | { readonly kind: 'no-answer'; readonly reason: 'timed-out' | 'broken-off' | 'too-large' };

export interface Exchange {
  readonly request: (options: RequestOptions) => ClientRequest;
  readonly options: RequestOptions;
  readonly body: string | null;
  /** Whether the request may be sent twice. */
  readonly repeatable: boolean;
  readonly budgetMs: number;
  readonly connectMs: number;
  readonly maxResponseBytes: number;
}

/** One request and its answer within the time limit. */
export async function exchange(what: Exchange): Promise<HttpOutcome> {
  const began = performance.now();
  for (let isRepeat = false; ; isRepeat = true) {
    const left = what.budgetMs - (performance.now() - began);
    const answer = left > 0 ? await once(what, left) : 'stale-connection';
    if (answer !== 'stale-connection' && isRepeat) return repeated(answer);
    if (answer !== 'stale-connection') return answer;
    // The kept connection was closed before the first byte of an answer. After a restart of the server all of them are
    // closed, so this repeats until a connection is new.
    if (!what.repeatable || left <= 0) return { kind: 'no-answer', reason: 'broken-off' };
  }
}

/** A failed repeat is not "not sent": the first request may have been done before its connection broke. */
function repeated(answer: HttpOutcome): HttpOutcome {
  if (answer.kind === 'not-sent') return { kind: 'no-answer', reason: 'broken-off' };
  return answer.kind === 'status' ? { ...answer, isRepeat: true } : answer;
}

function once(what: Exchange, budgetMs: number): Promise<HttpOutcome | 'stale-connection'> {
  return new Promise((resolve) => {
    const request = what.request(what.options);
    let connected = false;
    let answered = false;
    let timedOut = false;

    function giveUp(): void {
      timedOut = true;
      request.destroy();
    }
    const budget = setTimeout(giveUp, budgetMs);
    const connecting = setTimeout(giveUp, Math.min(what.connectMs, budgetMs));

    function finish(answer: HttpOutcome | 'stale-connection'): void {
      clearTimeout(budget);
      clearTimeout(connecting);
      resolve(answer);
    }
    function ready(): void {
      connected = true;
      clearTimeout(connecting);
    }

    request.on('socket', (socket) => {
      if (!socket.connecting) ready();
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', ready);
    });
    request.on('error', (error) => {
      if (!connected) finish({ kind: 'not-sent', reason: timedOut ? 'timed-out' : whyNotSent(error) });
      else if (timedOut) finish({ kind: 'no-answer', reason: 'timed-out' });
      else finish(request.reusedSocket && !answered ? 'stale-connection' : { kind: 'no-answer', reason: 'broken-off' });
    });
    request.on('response', (response) => {
      answered = true;
      receive(response, what.maxResponseBytes).then(
        (json) =>
          finish({
            kind: 'status',
            status: response.statusCode ?? 0,
            headers: response.headers,
            json,
            isRepeat: false,
          }),
        (error: unknown) => {
          request.destroy();
          const cut = error instanceof RangeError ? 'too-large' : 'broken-off';
          finish({ kind: 'no-answer', reason: timedOut ? 'timed-out' : cut });
        },
      );
    });
    request.end(what.body ?? undefined);
  });
}

/** The body as JSON; throws a RangeError beyond `most` bytes and any other error when it breaks off. */
function receive(response: IncomingMessage, most: number): Promise<JsonValue | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) reject(new RangeError('answer too large'));
      else chunks.push(chunk);
    });
    response.on('end', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))));
    response.on('error', reject);
    response.on('close', () => reject(new Error('broken off')));
  });
}

function parse(text: string): JsonValue | undefined {
  // An empty answer is ordinary, and an exception costs more than the rest of the call.
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function whyNotSent(error: Error): 'refused' | 'name-unknown' | 'not-trusted' | 'unreachable' {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name-unknown';
  return /CERT|TLS|SSL|ALTNAME|SIGNATURE/.test(code) ? 'not-trusted' : 'unreachable';
}
