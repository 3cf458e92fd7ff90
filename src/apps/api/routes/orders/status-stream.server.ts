import type { FastifyReply } from 'fastify';
import type { DomainContext } from '#src/domain/context.server.ts';

/** A proxy that hears nothing for a minute hangs up: a comment comes before that. */
const heartbeatMs = 20_000;
/** A stream that was forgotten must not hold a socket for ever. */
const longestMs = 15 * 60_000;

/**
 * Pushes `read()` whenever the order changes, until the browser leaves. Equal texts are sent once. `look`: finds out what
 * nobody has told, with each heartbeat; what it learns changes the order. `leave`: is told once when it ends.
 */
export function streamOrder(
  ctx: DomainContext,
  reply: FastifyReply,
  orderId: string,
  read: () => Promise<string | null>,
  look?: () => Promise<void>,
  leave?: () => void,
): FastifyReply {
  void reply.hijack();
  const { raw } = reply;
  // A reply that was taken over writes none of the headers that it was given before.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  let last = '';
  let reading: Promise<void> = Promise.resolve();
  const push = () => {
    // One after another, so that an older reading never overtakes a newer one.
    reading = reading
      .then(async () => {
        const text = await read();
        if (text === null || text === last || raw.writableEnded) return;
        last = text;
        raw.write(`event: status\ndata: ${text}\n\n`);
      })
      .catch(() => end());
  };
  const stop = ctx.signals.onOrder(orderId, push);
  const heartbeat = setInterval(() => {
    raw.write(': still here\n\n');
    look?.().catch(() => end());
  }, heartbeatMs);
  const limit = setTimeout(() => end(), longestMs);
  function end(): void {
    stop();
    clearInterval(heartbeat);
    clearTimeout(limit);
    leave?.();
    raw.end();
  }
  raw.on('close', end);
  // It may have left while it was looked up whose order this is.
  if (raw.destroyed) end();
  push();
  return reply;
}
