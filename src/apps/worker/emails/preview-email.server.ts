import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { Db, DomainContext } from '#src/domain/context.server.ts';
import { emailById } from '#src/domain/messaging/emails/index.server.ts';
import { composeOrderEmail, type ComposeEmailOptions } from './compose-order-email.server.ts';
import { previewLinks } from './email-links.server.ts';
import type { EmailSender } from './email-sender.server.ts';
import { readOrderEmailData } from './order-email-data.server.ts';

interface PreviewOptions extends Pick<ComposeEmailOptions, 'documents'> {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

/** An order's e-mail as it would be sent now. */
export interface EmailPreview {
  readonly orderId: string;
  /** Null: it would not be sent now, because what it says is over. */
  readonly content: {
    readonly subject: string;
    /** A document that fetches nothing; its pictures are inside. Its links open nothing. */
    readonly html: string;
    /** Names of the files that go with it. */
    readonly attachments: readonly string[];
  } | null;
}

/** Composes an order's e-mail with the words and the data of today; null when there is no such e-mail. Only reads `db`. */
export async function previewEmail(
  { ctx, brands, publicOrigin, documents }: PreviewOptions,
  sender: EmailSender,
  { db, emailId }: { readonly db: Db; readonly emailId: string },
): Promise<EmailPreview | null> {
  const message = await emailById(db, emailId);
  if (!message) return null;
  const inside = { ...ctx, db };
  const facts = await readOrderEmailData(inside, brands, message);
  const links = previewLinks({ ctx: inside, publicOrigin });
  const translator = sender.translator(facts.brand, facts.order.locale);
  const composed = await composeOrderEmail({ ctx: inside, documents, links }, facts, translator);
  const content = composed && {
    ...sender.preview(facts.brand, composed.emailContent),
    attachments: composed.attachments.map(({ fileName }) => fileName),
  };
  return { orderId: message.orderId, content };
}
