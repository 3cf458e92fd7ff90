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
export function finishAnswers(app: FastifyInstance, withinMs = patienceMs): void {
  const underWay = new Set<FastifyReply>();
  app.addHook('onRequest', (_, reply, done) => {
    underWay.add(reply);
    // Whoever hangs up is not waited for, but what works for them is: to its end, which nobody tells where it has none.
    reply.raw.once('close', () => {
      if (reply.sent) underWay.delete(reply);
      else setTimeout(() => underWay.delete(reply), longestWorkMs).unref();
    });
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (reply.raw.destroyed) underWay.delete(reply);
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    // Closed again by the framework, which takes that for no error.
    app.server.close();
    const until = performance.now() + withinMs;
    while ([...underWay].some(isUnanswered) && performance.now() < until)
      await new Promise((resume) => setTimeout(resume, lookMs));
  });
}

/** Still worked on, or its last bytes are on their way; what was taken over by a stream is neither. */
function isUnanswered({ sent, raw }: FastifyReply): boolean {
  return !sent || (raw.writableEnded && !raw.writableFinished && !raw.destroyed);
}
