import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { BrandRegistry, ThemeStore, WordStore } from '#src/branding/index.server.ts';
import type { Db, DomainContext } from '#src/domain/context.server.ts';
import {
  markEmailNotNeeded,
  markEmailsSent,
  retryEmailLater,
  acquireEmails,
  type PendingEmail,
  type SentEmail,
} from '#src/domain/messaging/emails/index.server.ts';
import { type EmailFailure, isRefusedForGood, readEmailFailure } from '#src/domain/messaging/emails/index.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { composeOrderEmail } from './compose-order-email.server.ts';
import { readOrderEmailData } from './order-email-data.server.ts';
import { issuedLinks } from './email-links.server.ts';
import { createEmailSender } from './email-sender.server.ts';
import type { MailLogos } from './mail-logos.server.ts';
import { type EmailPreview, previewEmail } from './preview-email.server.ts';
import { createAccountEmailSender } from './send-account-email.server.ts';
import { createSubscriptionNoticeSender } from './send-subscription-notice.server.ts';
import { createRecoveryReminderSender } from './send-recovery-reminder.server.ts';
import { createResumeLinkSender } from './send-resume-link.server.ts';
import { templateVersion } from './template-version.server.ts';

export interface MailerOptions {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  /** Documents by rail, attached to the payment instructions. */
  readonly documents: Readonly<Record<string, readonly RailDocument[]>>;
  readonly transport: Transporter;
  /** Address of the sender; the brand's name stands before it. */
  readonly from: string;
  /** Origin of the checkout as buyers reach it, for the e-mails' links. */
  readonly publicOrigin: string;
  /** The brands' logos, attached to the e-mails. */
  readonly logos?: MailLogos;
}

export interface Mailer {
  /**
   * Sends the queued e-mails that are due (`limit` at most; of `only`, where that is given) and returns their number. Of
   * several workers one locks each. Sent e-mails are recorded together, every half a second; a worker that dies before
   * has these sent twice: both have the same Message-ID. One that the mail server does not accept is retried after a
   * pause, for three days; it delays no other, and this throws at the end.
   */
  readonly sendEmails: (options: { readonly limit: number; readonly only?: readonly string[] }) => Promise<number>;
  /** Sends an e-mail or a text about a subscription, unless its reason is gone. */
  readonly sendSubscriptionNotice: (noticeId: string) => Promise<void>;
  /** Sends a link to a buyer's own page. */
  readonly sendAccountEmail: (emailId: string) => Promise<void>;
  /** Sends a planned reminder of an abandoned checkout, at most once. */
  readonly sendRecoveryReminder: (abandonmentId: string, step: number) => Promise<void>;
  /** Sends a buyer the link of their purchase, at their request, at most once. */
  readonly sendResumeLink: (resumeRequestId: string) => Promise<void>;
  /** An order's e-mail as it would be sent now, read from `db`; null when there is no such e-mail. Nothing is written. */
  readonly previewEmail: (what: { readonly db: Db; readonly emailId: string }) => Promise<EmailPreview | null>;
}

/** An e-mail that the mail server accepted and that is not recorded yet. */
interface AcceptedEmail extends SentEmail {
  readonly message: PendingEmail;
}

/** The mail server did not take an e-mail that was composed; the cause is its error. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly failure: EmailFailure;

  constructor(failure: EmailFailure, options: ErrorOptions) {
    super('The mail server did not take the e-mail', options);
    this.failure = failure;
  }
}

/** How long sent e-mails wait to be recorded in one statement, in milliseconds. */
const patienceMs = 500;

/** Renders the buyers' e-mails in their language and their brand's theme, and sends them to a mail server. */
export function createMailer(parts: MailerOptions): Mailer {
  const { ctx, brands } = parts;
  const sender = createEmailSender({ ...parts, clock: ctx.clock });
  const composing = { ...parts, links: issuedLinks(parts) };

  /** Composes and sends it; null when it is out of date. */
  async function send(message: PendingEmail): Promise<AcceptedEmail | null> {
    const facts = await readOrderEmailData(ctx, brands, message);
    const { order, brand, lead } = facts;
    const translator = sender.translator(brand, order.locale);
    const composed = await composeOrderEmail(composing, facts, translator);
    if (composed === null) return null;
    const email = { message, id: message.id, templateVersion: templateVersion(translator, composed.emailContent) };
    try {
      await sender.send({ id: message.id, brand, to: lead, ...composed });
    } catch (thrown) {
      throw new NotTaken(readEmailFailure(thrown), { cause: thrown });
    }
    return email;
  }

  /** Sends a locked one; null when nothing was sent. */
  async function sendOne(message: PendingEmail): Promise<AcceptedEmail | null> {
    const { id: messageId, orderId, kind } = message;
    const sent = await send(message).catch(async (thrown: unknown) => {
      const failure = thrown instanceof NotTaken ? thrown.failure : null;
      if (!(await retryEmailLater(ctx.db, message, failure, ctx.clock.now()))) {
        // A wrong address is the buyer's slip, cured from the list of tasks; anything else is a fault of the installation.
        const level = isRefusedForGood(failure) ? 'warn' : 'error';
        ctx.log[level]('email-given-up', { messageId, orderId, kind });
      }
      throw thrown instanceof NotTaken ? thrown.cause : thrown;
    });
    if (sent) {
      ctx.crashPoint('email-before-mark');
      return sent;
    }
    await markEmailNotNeeded(ctx.db, messageId);
    ctx.log.info('email-not-needed', { messageId, orderId, kind });
    return null;
  }

  async function markAsSent(emails: readonly AcceptedEmail[]): Promise<void> {
    await markEmailsSent(ctx.db, emails, ctx.clock.now());
    for (const { message } of emails)
      ctx.log.info('email-sent', { messageId: message.id, orderId: message.orderId, kind: message.kind });
  }

  return {
    sendAccountEmail: createAccountEmailSender(parts, sender),
    sendSubscriptionNotice: createSubscriptionNoticeSender(parts, sender),
    sendRecoveryReminder: createRecoveryReminderSender(parts, sender),
    previewEmail: (what) => previewEmail(parts, sender, what),
    sendResumeLink: createResumeLinkSender(parts, sender),
    async sendEmails(options) {
      const taken = await acquireEmails(ctx.db, ctx.clock.now(), options);
      const sent: AcceptedEmail[] = [];
      const failures: unknown[] = [];
      const isOver = Promise.all(
        taken.map(async (message) => {
          try {
            const one = await sendOne(message);
            if (one) sent.push(one);
          } catch (thrown) {
            failures.push(thrown);
          }
        }),
      );
      // Sent e-mails are recorded before slow ones are awaited: after a crash another worker would send them again.
      for (let isLast = false; !isLast;) {
        isLast = await Promise.race([isOver.then(() => true), sleep(patienceMs, false, { ref: false })]);
        const out = sent.splice(0);
        await markAsSent(out).catch(() => sent.unshift(...out));
      }
      await markAsSent(sent);
      if (failures.length > 0) throw failures[0];
      return taken.length;
    },
  };
}
