import type { FastifyInstance } from 'fastify';
import type { AnalyticsCollector } from './analytics.server.ts';

type Query = Readonly<Record<string, string | undefined>>;

/**
 * Script of the container in a browser: it sets the tag's cookie, and reports the container and the events that it
 * found to `/sandbox/tag-manager`, by a picture as the real one may. It runs nothing else.
 */
const container = `(() => {
  const script = document.currentScript;
  const source = new URL(script ? script.src : location.href);
  const id = String(Date.now() % 2147483647) + '.' + Math.floor(Date.now() / 1000);
  if (!document.cookie.includes('_ga=')) document.cookie = '_ga=GA1.1.' + id + '; path=/; SameSite=Lax';
  const names = (window.dataLayer || []).map((entry) => entry.event).filter(Boolean).join(' ');
  new Image().src = source.origin + '/sandbox/tag-manager/seen.gif?' +
    new URLSearchParams({ id: source.searchParams.get('id') || '', page: location.pathname, events: names });
})();
`;

const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** A container as it was seen on a page. */
interface Seen {
  readonly container: string;
  readonly page: string;
  readonly events: readonly string[];
}
const maxSeen = 500;

/** The collector of the Measurement Protocol, the tag manager's container, and a page with the events of both. */
export function analyticsRoutes(collector: AnalyticsCollector): (app: FastifyInstance) => void {
  const seen: Seen[] = [];
  return (app) => {
    app.post<{ Querystring: Query }>('/mp/collect', (request, reply) => {
      collector.take(request.query['measurement_id'] ?? '', request.query['api_secret'] ?? '', request.body);
      return reply.code(204).send();
    });
    app.get('/gtm.js', (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-store')
        .send(container),
    );
    app.get<{ Querystring: Query }>('/sandbox/tag-manager/seen.gif', (request, reply) => {
      const { id = '', page = '', events = '' } = request.query;
      seen.push({ container: id.slice(0, 40), page: page.slice(0, 100), events: events.slice(0, 400).split(' ') });
      if (seen.length > maxSeen) seen.shift();
      return reply
        .type('image/gif')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-store')
        .send(pixel);
    });
    app.get('/sandbox/analytics.json', (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ events: collector.list(), containers: seen }),
    );
  };
}
