import type { Transporter } from 'nodemailer';
import type { BrandRegistry, ThemeStore, WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  markNotNeeded,
  markSent,
  putMessageBack,
  takeMessage,
  type WaitingMessage,
} from '#src/domain/messages/index.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { composeLetter } from './compose-letter.server.ts';
import { readLetterFacts } from './letter-facts.server.ts';
import { createLetterPost } from './letter-post.server.ts';
import { createBuyerOffice } from './buyer-office.server.ts';
import { createNoticeOffice } from './notice-office.server.ts';
import { createReminderOffice } from './reminder-office.server.ts';
import { createResumeOffice } from './resume-office.server.ts';

export interface PostOfficeParts {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  /** The rails' own papers by rail: they go with the instructions. */
  readonly documents: Readonly<Record<string, readonly RailDocument[]>>;
  readonly transport: Transporter;
  /** Address of the sender; the brand's name stands before it. */
  readonly from: string;
  /** Origin of the checkout as buyers reach it, for the letters' links. */
  readonly publicOrigin: string;
}

export interface PostOffice {
  /**
   * Sends one queued letter and marks it as sent. Throws when the mail server did not take it, so that the job is tried
   * again. Of several workers one has it in hand. One that dies between the two has it sent twice: both bear the same
   * Message-ID.
   */
  readonly deliverMessage: (messageId: string) => Promise<void>;
  /** Sends a letter or a text about a subscription, unless its reason is gone. */
  readonly deliverNotice: (noticeId: string) => Promise<void>;
  /** Sends a link to a buyer's own page. */
  readonly deliverBuyerLetter: (letterId: string) => Promise<void>;
  /** Sends a planned reminder to somebody who left before paying, at most once. */
  readonly deliverReminder: (abandonmentId: string, step: number) => Promise<void>;
  /** Sends the link of a purchase to its own buyer, who wished for it, at most once. */
  readonly deliverResumeLink: (wishId: string) => Promise<void>;
}

/** Writes the buyers' letters in their language and their school's look, and hands them to a mail server. */
export function createPostOffice(parts: PostOfficeParts): PostOffice {
  const { ctx, brands } = parts;
  const post = createLetterPost({ ...parts, clock: ctx.clock });

  /** Writes and sends it; false when there is nothing to say any more. */
  async function send(message: WaitingMessage): Promise<boolean> {
    const facts = await readLetterFacts(ctx, brands, message);
    const { order, brand, lead } = facts;
    const composed = await composeLetter(parts, facts, post.translator(brand, order.locale));
    if (composed) await post.send({ id: message.id, brand, to: lead, ...composed });
    return composed !== null;
  }

  return {
    deliverBuyerLetter: createBuyerOffice(parts, post),
    deliverNotice: createNoticeOffice(parts, post),
    deliverReminder: createReminderOffice(parts, post),
    deliverResumeLink: createResumeOffice(parts, post),
    async deliverMessage(messageId) {
      const message = await takeMessage(ctx.db, messageId, ctx.clock.now());
      if (!message) return;
      const { id, kind, orderId } = message;
      const isSent = await send(message).catch(async (thrown: unknown) => {
        await putMessageBack(ctx.db, id);
        throw thrown;
      });
      if (!isSent) {
        await markNotNeeded(ctx.db, id);
        ctx.log.info('letter-not-needed', { messageId: id, orderId, kind });
        return;
      }
      ctx.crashPoint('letter-before-mark');
      await markSent(ctx.db, id, ctx.clock.now());
      ctx.log.info('letter-sent', { messageId: id, orderId, kind });
    },
  };
}
