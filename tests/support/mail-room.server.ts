import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ArrivedMail {
  readonly to: readonly string[];
  /** The message as it came over the wire. */
  readonly raw: Buffer;
}

/** A real mail server on a loopback port of its own. */
export interface MailRoom {
  readonly port: number;
  readonly arrived: ArrivedMail[];
  /** While true, every message is refused with a temporary failure (451). */
  isRefusing: boolean;
  close(): Promise<void>;
}

export async function openMailRoom(): Promise<MailRoom> {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (room.isRefusing) return callback(Object.assign(new Error('Try later'), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push({ to, raw: Buffer.concat(chunks) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const room: MailRoom = {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    isRefusing: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return room;
}
