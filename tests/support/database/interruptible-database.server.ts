import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';

/** An address of a test's database that can be away: while the door is shut nobody listens there. */
export interface InterruptibleDatabase {
  readonly url: string;
  open(): Promise<void>;
  /** Cuts who is inside, too. */
  shut(): Promise<void>;
}

export async function interruptibleDatabase(address: DatabaseAddress): Promise<InterruptibleDatabase> {
  if ('connectionString' in address) throw new Error('A test database is embedded');
  const { host, port, user, password, database } = address;
  const inside = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      inside.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        inside.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (on: number): Promise<number> => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
    const there = server.address();
    if (there === null || typeof there === 'string') throw new Error('The door has no port');
    return there.port;
  };
  const shut = async (): Promise<void> => {
    const isClosed = new Promise((resolve) => server.close(resolve));
    for (const socket of inside) socket.destroy();
    await isClosed;
  };
  const own = await listen(0);
  await shut();
  const url = `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${own}/${database}`;
  return { url, shut, open: async () => void (await listen(own)) };
}
