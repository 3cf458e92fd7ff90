import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** The message as it came over the wire. */
  readonly raw: Buffer;
}

/** A real mail server on a loopback port of its own. Addresses that begin with `unknown-` have no mailbox (550 5.1.1). */
export interface SmtpInbox {
  readonly port: number;
  readonly arrived: ReceivedMail[];
  /** While true, every message is refused with a temporary failure (451). */
  isRefusing: boolean;
  /** Message-IDs that are refused so. */
  readonly refused: Set<string>;
  close(): Promise<void>;
}

export async function openSmtpInbox(): Promise<SmtpInbox> {
  const arrived: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      if (!address.startsWith('unknown-')) return callback();
      callback(Object.assign(new Error('5.1.1 No such mailbox here'), { responseCode: 550 }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const isRefused = room.isRefusing || [...room.refused].some((id) => raw.includes(`Message-ID: ${id}`));
        if (isRefused) return callback(Object.assign(new Error('Try later'), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push({ to, raw });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const room: SmtpInbox = {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    isRefusing: false,
    refused: new Set(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return room;
}
