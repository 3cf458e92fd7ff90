import type { FastifyInstance, FastifyReply } from 'fastify';

/** So long answers under way may take to end once the server closes, in milliseconds; then their connections are cut. */
const patienceMs = 8_000;
/** No answer is worked on for longer, in milliseconds. */
const longestWorkMs = 60_000;
const lookMs = 10;

/**
 * Lets the answers that are under way end before a closing server cuts its connections: whoever pressed "pay" hears what
 * became of it although the process was told to stop, and nothing that an answer needs is closed before. From then on no new
 * connection is taken. An event stream is no answer to wait for: its browser asks again by itself. Add it before the routes.
 */
export function drainRequests(app: FastifyInstance, withinMs = patienceMs): void {
  /** Also removes those whose client disconnected. */
  const underWay = new Map<FastifyReply, NodeJS.Timeout | null>();
  let isClosing = false;
  const forget = (reply: FastifyReply): void => {
    clearTimeout(underWay.get(reply) ?? undefined);
    underWay.delete(reply);
  };
  app.addHook('onRequest', (_, reply, done) => {
    underWay.set(reply, null);
    // Whoever hangs up is not waited for, but what works for them is: to its end, which nobody tells where it has none.
    reply.raw.once('close', () => {
      if (reply.sent) forget(reply);
      else underWay.set(reply, setTimeout(() => underWay.delete(reply), longestWorkMs).unref());
    });
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (reply.raw.destroyed) forget(reply);
    // Their next question goes to a process that stays: here it would be answered by 503.
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Closed again by the framework, which takes that for no error. A second one, for the other loopback, ends with the first.
    if (app.addresses().length === 1) app.server.close();
    const until = performance.now() + withinMs;
    while ([...underWay.keys()].some(isUnanswered) && performance.now() < until)
      await new Promise((resume) => setTimeout(resume, lookMs));
  });
}

/**
 * Still worked on, or its last bytes are on their way. Neither is what was taken over by a stream, nor a question that has not
 * come whole.
 */
function isUnanswered({ sent, raw }: FastifyReply): boolean {
  return (!sent && raw.req.complete) || (raw.writableEnded && !raw.writableFinished && !raw.destroyed);
}
