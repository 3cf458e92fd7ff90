import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { JournalStore } from '../runtime/journal-store.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';

/** One message as it arrived. */
export interface Mail {
  readonly id: string;
  readonly from: string;
  /** Recipients, in lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly receivedAt: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly MailAttachment[];
  /** Pictures that its own text shows, by their Content-ID. */
  readonly pictures?: Readonly<Record<string, MailAttachment>>;
}

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

export interface Inbox {
  /** Newest first; only those to an address, when one is given. */
  list(to?: string): Mail[];
  get(id: string): Mail | undefined;
  /** The port it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

const largestMail = 10 * 1_048_576;
/** Addresses that begin so are refused, as a mail server refuses one that was mistyped. */
const unknownMailbox = 'unknown-';

/** Starts a mail server on the loopback interface that stores all messages and forwards none. */
export async function startInbox(context: SandboxContext, port: number): Promise<Inbox> {
  const store: JournalStore<Mail> = context.store<Mail>('inbox', { idOf: (mail) => mail.id });

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const isKnown = !address.toLowerCase().startsWith(unknownMailbox);
      callback(isKnown ? null : Object.assign(new Error('5.1.1 No such mailbox here'), { responseCode: 550 }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          callback(Object.assign(new Error('Message too large'), { responseCode: 552 }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
        void keep(Buffer.concat(chunks), to, callback);
      });
    },
  });
  async function keep(raw: Buffer, to: readonly string[], done: (error?: Error) => void): Promise<void> {
    try {
      store.put(await readMail(raw, to, context.timestamp()));
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('Unreadable message'));
    }
  }
  // A client that disconnects in the middle of a message is ignored.
  server.on('error', () => {});

  const address = await new Promise<string | { port: number } | null>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server.server.address()));
  });

  return {
    list: (to) =>
      [...store.values()].filter((mail) => to === undefined || mail.to.includes(to.toLowerCase())).reverse(),
    get: (id) => store.get(id),
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readMail(raw: Buffer, to: readonly string[], receivedAt: string): Promise<Mail> {
  const parsed = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const files = parsed.attachments.map(({ filename, mimeType, content, contentId }) => ({
    isPictureOf: mimeType.startsWith('image/') ? (contentId?.replaceAll(/[<>]/g, '') ?? null) : null,
    file: {
      name: filename ?? 'anexo',
      type: mimeType,
      content: typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('base64'),
    },
  }));
  return {
    id: randomUUID(),
    from: parsed.from?.name ? `${parsed.from.name} <${parsed.from.address ?? ''}>` : (parsed.from?.address ?? ''),
    to,
    subject: parsed.subject ?? '',
    receivedAt,
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
    attachments: files.flatMap(({ isPictureOf, file }) => (isPictureOf === null ? [file] : [])),
    pictures: Object.fromEntries(
      files.flatMap(({ isPictureOf, file }) => (isPictureOf === null ? [] : [[isPictureOf, file] as const])),
    ),
  };
}

/** The message as a mail client shows it: with its own pictures in it. */
export function shownHtml({ html, pictures = {} }: Pick<Mail, 'html' | 'pictures'>): string {
  return html.replaceAll(/"cid:([^"]+)"/g, (whole, id: string) => {
    const picture = pictures[id];
    return picture ? `"data:${picture.type};base64,${picture.content}"` : whole;
  });
}

/** The web addresses that a message links to, in order, each once. */
export function linksOf(mail: Mail): string[] {
  const fromHtml = [...mail.html.matchAll(/<a\b[^>]*?\bhref\s*=\s*["']([^"']+)["']/gi)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const fromText = [...mail.text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([href]) => href);
  return [...new Set([...fromHtml, ...fromText])].filter((href) => /^https?:\/\//.test(href));
}
