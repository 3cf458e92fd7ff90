/** The process of `link.ts`, separate so that its timers do not wait for the bench. */
import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { carry, Line } from './shaped-connection.ts';
import type { LinkOrder } from './slow-link.ts';

/** Headers that belong to one connection (RFC 9110, section 7.6.1). */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

process.once('message', (order: LinkOrder) => void open(order));
process.once('disconnect', () => process.exit(0));

async function open({ shape, doors, certificate }: LinkOrder): Promise<void> {
  const [down, up] = [new Line(shape.down), new Line(shape.up)];
  for (const { port, upstream } of doors) {
    const edge = await startEdge(upstream, certificate);
    const link = net.createServer({ noDelay: true }, (phone) => {
      const server = net.connect({ port: edge, host: '127.0.0.1', noDelay: true });
      // The TCP handshake takes one round trip before any data.
      const opensAt = performance.now() + shape.roundTrip;
      const close = (): void => {
        phone.destroy();
        server.destroy();
      };
      carry(phone, server, up, shape.roundTrip, opensAt).catch(close);
      carry(server, phone, down, shape.roundTrip, opensAt).catch(close);
    });
    link.listen(port, '127.0.0.1');
    await once(link, 'listening');
  }
  process.send?.('ready');
}

/** The proxy in front of a server, as in production: TLS and HTTP/2. Bodies pass unchanged; the server compresses them. */
async function startEdge(upstream: number, certificate: LinkOrder['certificate']): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http2.createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    const host = request.headers[':authority'] ?? request.headers.host;
    const asked = http.request(
      {
        ...{ host: '127.0.0.1', port: upstream, agent, method: request.method, path: request.url },
        headers: { ...passed(request.headers), host, 'x-forwarded-proto': 'https' },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, passed(answer.headers));
        answer.pipe(response.stream ?? response);
      },
    );
    asked.on('error', () => response.destroy?.());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  server.on('sessionError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function passed(headers: http.IncomingHttpHeaders | http2.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name)),
  );
}
