import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findFault, type Faults, type FaultRule } from './faults.server.ts';

const decorator = 'faultRules';
/**
 * A connection without an answer is cut after this time, so that a client without a time limit cannot hang for ever.
 */
const longestSilenceMs = 120_000;

/** The fault rules that apply to this request. */
export function faultsOf(request: FastifyRequest): readonly FaultRule[] {
  return request.getDecorator<readonly FaultRule[]>(decorator);
}

/** A company's answer during maintenance. */
export type RejectCall = (reply: FastifyReply, status: 429 | 503) => FastifyReply;

const plainly: RejectCall = (reply, status) =>
  reply
    .code(status)
    .send(
      status === 429
        ? { code: 'too-many-requests', message: 'Slow down.' }
        : { code: 'maintenance', message: 'Closed for maintenance.' },
    );

/** Applies the fault rules of a target to every route of this scope. */
export function addFaults(
  app: FastifyInstance,
  faults: Faults,
  target: string,
  rejectCall = plainly,
  schoolOf: (request: FastifyRequest) => string | undefined = () => undefined,
): void {
  app.decorateRequest(decorator, null);

  app.addHook('preHandler', async (request, reply) => {
    const rules = faults.take(target, request.method === 'GET' ? 'reads' : 'writes', undefined, schoolOf(request));
    request.setDecorator(decorator, rules);
    if (rules.length > 0) await applyFaultBefore(rules, request, reply, rejectCall);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const rules = request.getDecorator<readonly FaultRule[] | null>(decorator);
    if (rules === null || rules.length === 0) return payload;
    if (findFault(rules, 'timeout-after')) await silence(request);
    if (findFault(rules, 'reset')) await breakOff(reply, payload);
    if (!findFault(rules, '500-after')) return payload;
    reply.code(500).header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify({ code: 'internal-error', message: 'Something broke here after your request was taken.' });
  });
}

async function applyFaultBefore(
  rules: readonly FaultRule[],
  request: FastifyRequest,
  reply: FastifyReply,
  rejectCall: RejectCall,
): Promise<void> {
  const slow = findFault(rules, 'slow');
  if (slow) await sleep(slow.ms ?? 1_000);
  if (findFault(rules, 'timeout-before')) await silence(request);
  const busy = findFault(rules, '429');
  if (busy) await rejectCall(reply.header('retry-after', String(busy.seconds ?? 1)), 429);
  else if (findFault(rules, 'maintenance')) await rejectCall(reply, 503);
}

/** Never answers: waits until the client disconnects. */
function silence(request: FastifyRequest): Promise<never> {
  const { socket } = request.raw;
  const cut = setTimeout(() => socket.destroy(), longestSilenceMs);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
  return never();
}

/** Sends the head and the first half of the answer, then breaks the connection. */
function breakOff(reply: FastifyReply, payload: unknown): Promise<never> {
  const body = Buffer.from(typeof payload === 'string' ? payload : '');
  reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': body.length + 2 });
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.socket?.destroy());
  return never();
}

function never(): Promise<never> {
  return new Promise(() => {});
}
