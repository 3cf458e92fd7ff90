import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { DatabaseSocket } from './database-socket.server.ts';

test('pieces that were held back arrive in order and go out in one write', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const received = new Promise<string>((resolve) => {
    server.on('connection', (peer) => {
      let text = '';
      peer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      peer.on('end', () => resolve(text));
    });
  });
  const socket = new DatabaseSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const write = vi.spyOn(socket, '_write');
  socket.cork();
  for (const piece of ['Pagamento ', Buffer.from('de São '), 'Paulo €']) socket.write(piece);
  socket.uncork();
  socket.end();
  expect(await received).toBe('Pagamento de São Paulo €');
  expect(write).toHaveBeenCalledTimes(1);
  server.close();
});
