import type { FastifyInstance, FastifyReply } from 'fastify';

/** How long answers in progress may take once the server closes, in milliseconds; then their connections are cut. */
const patienceMs = 8_000;
/** Longest work on an answer, in milliseconds. */
const longestWorkMs = 60_000;
const lookMs = 10;

interface DrainOptions {
  readonly withinMs?: number;
  readonly isStopping?: () => boolean;
}

/**
 * Lets answers in progress end before a closing server cuts its connections: a buyer who pressed "pay" gets the result
 * although the process is stopping, and nothing that an answer needs is closed before. From then on no new connection is
 * accepted. Event streams are not waited for: browsers reconnect. Add it before the routes. While `isStopping`, which may
 * be true before the server closes, each answer ends its connection: a proxy takes none of them for its next request.
 */
export function drainRequests(
  app: FastifyInstance,
  { withinMs = patienceMs, isStopping = () => false }: DrainOptions = {},
): void {
  /** Also removes those whose client disconnected. */
  const underWay = new Map<FastifyReply, NodeJS.Timeout | null>();
  let isClosing = false;
  const forget = (reply: FastifyReply): void => {
    clearTimeout(underWay.get(reply) ?? undefined);
    underWay.delete(reply);
  };
  app.addHook('onRequest', (_, reply, done) => {
    underWay.set(reply, null);
    // The connection of a client that disconnected is not waited for, but the work of its request is, up to its limit.
    reply.raw.once('close', () => {
      if (reply.sent) forget(reply);
      else underWay.set(reply, setTimeout(() => underWay.delete(reply), longestWorkMs).unref());
    });
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (reply.raw.destroyed) forget(reply);
    // The client's next request goes to another process: here it would be answered by 503.
    if (isClosing || isStopping()) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Closed again by the framework, which is no error. A second one, for the other loopback, ends with the first.
    if (app.addresses().length === 1) app.server.close();
    const until = performance.now() + withinMs;
    while ([...underWay.keys()].some(isUnanswered) && performance.now() < until)
      await new Promise((resume) => setTimeout(resume, lookMs));
  });
}

/**
 * Still in progress, or its last bytes are being sent. Neither a connection taken over by a stream, nor a request that is
 * not complete yet.
 */
function isUnanswered({ sent, raw }: FastifyReply): boolean {
  return (!sent && raw.req.complete) || (raw.writableEnded && !raw.writableFinished && !raw.destroyed);
}
