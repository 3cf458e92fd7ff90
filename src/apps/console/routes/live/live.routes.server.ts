import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';

/** Interval of heartbeats, in milliseconds. Each also asks whether the session still holds. */
const heartbeatMs = 15_000;
/** Longest stream, in milliseconds; the browser opens the next one by itself, with the permissions of that moment. */
const longestMs = 15 * 60_000;

/**
 * `GET /data/live`: server-sent events with the names of what changed (`sale` with an order's id, `topic` with `approvals`,
 * `tasks`, `exports` or `sales`). A name means: ask again. A stream ends with its person's session.
 */
export const routes: Routes = (app, { live, authenticate }) => {
  app.get('/live', { config: { needs: 'signed-in' } }, (request, reply) => {
    const { raw } = reply;
    let end = (): void => undefined;
    const stop = live.subscribe(request.staff, ({ event, data }) => raw.write(`event: ${event}\ndata: ${data}\n\n`));
    if (stop === null) return sendProblem(reply, 'rate-limited');
    void reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      'x-accel-buffering': 'no',
    });
    // The first bytes tell the browser that the stream stands.
    raw.write('retry: 3000\n\n');
    const heartbeat = setInterval(() => {
      raw.write(': still here\n\n');
      authenticate(request).then(
        (session) => {
          if (session === null) end();
        },
        () => end(),
      );
    }, heartbeatMs);
    const limit = setTimeout(() => end(), longestMs);
    end = () => {
      stop();
      clearInterval(heartbeat);
      clearTimeout(limit);
      raw.end();
    };
    raw.on('close', end);
    if (raw.destroyed) end();
    return reply;
  });
};
