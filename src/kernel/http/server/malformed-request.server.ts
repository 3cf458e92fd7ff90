import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { strictHeaders } from './strict-headers.server.ts';

const statusOf: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * Answers bytes that are no request, a request that arrives too slowly, or one with too many headers, and ends the
 * connection: the bytes that follow cannot be interpreted (RFC 9112, 11.2). The headers are as strict as any other answer's.
 */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusOf[error.code ?? ''] ?? 400;
  const label = STATUS_CODES[status] ?? '';
  const headers = {
    ...strictHeaders(false),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(label.length),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${label}\r\n${lines.join('')}\r\n${label}`);
  socket.destroy(error);
}
