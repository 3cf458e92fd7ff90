import type { FastifyReply } from 'fastify';
import type { DomainContext } from '#src/domain/context.server.ts';

/** Interval of heartbeat comments. Proxies close a connection that is silent for a minute. */
const heartbeatMs = 20_000;
/** Maximum length of a stream, so that an abandoned one frees its socket. */
const longestMs = 15 * 60_000;

/**
 * Pushes `read()` after each change of the order, until the browser disconnects. Equal texts are sent once. `refresh` runs
 * with each heartbeat and polls the gateway; its result may change the order. `onEnd` runs when the stream ends.
 */
export function streamOrder(
  ctx: DomainContext,
  reply: FastifyReply,
  orderId: string,
  read: () => Promise<string | null>,
  refresh?: () => Promise<void>,
  onEnd?: () => void,
): FastifyReply {
  void reply.hijack();
  const { raw } = reply;
  // A hijacked reply does not send the headers that were set on it.
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
    // Reads run one after another, so that an older status is never sent after a newer one.
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
    refresh?.().catch(() => end());
  }, heartbeatMs);
  const limit = setTimeout(() => end(), longestMs);
  function end(): void {
    stop();
    clearInterval(heartbeat);
    clearTimeout(limit);
    onEnd?.();
    raw.end();
  }
  raw.on('close', end);
  // The browser may have disconnected while its right to the order was checked.
  if (raw.destroyed) end();
  push();
  return reply;
}
