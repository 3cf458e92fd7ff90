import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { BrandRegistry, ThemeStore, WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  markEmailNotNeeded,
  markEmailsSent,
  retryEmailLater,
  acquireEmails,
  type PendingEmail,
} from '#src/domain/messaging/emails/index.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { composeOrderEmail } from './compose-order-email.server.ts';
import { readOrderEmailData } from './order-email-data.server.ts';
import { createEmailSender } from './email-sender.server.ts';
import type { MailLogos } from './mail-logos.server.ts';
import { createAccountEmailSender } from './send-account-email.server.ts';
import { createSubscriptionNoticeSender } from './send-subscription-notice.server.ts';
import { createRecoveryReminderSender } from './send-recovery-reminder.server.ts';
import { createResumeLinkSender } from './send-resume-link.server.ts';

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
   * Sends the queued letters that are due (`limit` at most; of `only`, where that is given) and gives how many it took. Of
   * several workers one has each in hand. What went out is noted together, every half a second; a worker that dies
   * before has these sent twice: both bear the same Message-ID. One that the mail server does not take comes back after a
   * pause, for three days; it stops no other, and then this throws in the end.
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
}

/** How long sent e-mails wait to be recorded in one statement, in milliseconds. */
const patienceMs = 500;

/** Renders the buyers' e-mails in their language and their brand's theme, and sends them to a mail server. */
export function createMailer(parts: MailerOptions): Mailer {
  const { ctx, brands } = parts;
  const sender = createEmailSender({ ...parts, clock: ctx.clock });

  /** Writes and sends it; false when there is nothing to say any more. */
  async function send(message: PendingEmail): Promise<boolean> {
    const facts = await readOrderEmailData(ctx, brands, message);
    const { order, brand, lead } = facts;
    const composed = await composeOrderEmail(parts, facts, sender.translator(brand, order.locale));
    if (composed) await sender.send({ id: message.id, brand, to: lead, ...composed });
    return composed !== null;
  }

  /** Sends one that is in hand; true when it went out and has to be noted. */
  async function sendOne(message: PendingEmail): Promise<boolean> {
    const isSent = await send(message).catch(async (thrown: unknown) => {
      const { id: messageId, orderId, kind } = message;
      if (!(await retryEmailLater(ctx.db, message, ctx.clock.now())))
        ctx.log.error('email-given-up', { messageId, orderId, kind });
      throw thrown;
    });
    if (isSent) {
      ctx.crashPoint('email-before-mark');
      return true;
    }
    const { id: messageId, orderId, kind } = message;
    await markEmailNotNeeded(ctx.db, messageId);
    ctx.log.info('email-not-needed', { messageId, orderId, kind });
    return false;
  }

  async function markAsSent(messages: readonly PendingEmail[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    await markEmailsSent(ctx.db, ids, ctx.clock.now());
    for (const { id: messageId, orderId, kind } of messages) ctx.log.info('email-sent', { messageId, orderId, kind });
  }

  return {
    sendAccountEmail: createAccountEmailSender(parts, sender),
    sendSubscriptionNotice: createSubscriptionNoticeSender(parts, sender),
    sendRecoveryReminder: createRecoveryReminderSender(parts, sender),
    sendResumeLink: createResumeLinkSender(parts, sender),
    async sendEmails(options) {
      const taken = await acquireEmails(ctx.db, ctx.clock.now(), options);
      const sent: PendingEmail[] = [];
      const failures: unknown[] = [];
      const isOver = Promise.all(
        taken.map(async (message) => {
          try {
            if (await sendOne(message)) sent.push(message);
          } catch (thrown) {
            failures.push(thrown);
          }
        }),
      );
      // What is out is noted before slow ones are waited for: of a worker that dies another would send it again.
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
