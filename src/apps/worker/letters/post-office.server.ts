import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { BrandRegistry, ThemeStore, WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  markNotNeeded,
  markSent,
  putMessageBack,
  takeMessages,
  type WaitingMessage,
} from '#src/domain/messages/index.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { composeLetter } from './compose-letter.server.ts';
import { readLetterFacts } from './letter-facts.server.ts';
import { createLetterPost } from './letter-post.server.ts';
import type { MailLogos } from './mail-logos.server.ts';
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
  /** The brands' logos, which go with the letters. */
  readonly logos?: MailLogos;
}

export interface PostOffice {
  /**
   * Sends the queued letters that are due (`limit` at most; of `only`, where that is given) and gives how many it took. Of
   * several workers one has each in hand. What went out is noted together, every half a second; a worker that dies
   * before has these sent twice: both bear the same Message-ID. One that the mail server does not take comes back after a
   * pause, for three days; it stops no other, and then this throws in the end.
   */
  readonly deliverMessages: (wish: { readonly limit: number; readonly only?: readonly string[] }) => Promise<number>;
  /** Sends a letter or a text about a subscription, unless its reason is gone. */
  readonly deliverNotice: (noticeId: string) => Promise<void>;
  /** Sends a link to a buyer's own page. */
  readonly deliverBuyerLetter: (letterId: string) => Promise<void>;
  /** Sends a planned reminder to somebody who left before paying, at most once. */
  readonly deliverReminder: (abandonmentId: string, step: number) => Promise<void>;
  /** Sends the link of a purchase to its own buyer, who wished for it, at most once. */
  readonly deliverResumeLink: (wishId: string) => Promise<void>;
}

/** How long letters that went out wait to be noted together with others. */
const patienceMs = 500;

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

  /** Sends one that is in hand; true when it went out and has to be noted. */
  async function goOut(message: WaitingMessage): Promise<boolean> {
    const isSent = await send(message).catch(async (thrown: unknown) => {
      const { id: messageId, orderId, kind } = message;
      if (!(await putMessageBack(ctx.db, message, ctx.clock.now())))
        ctx.log.error('letter-given-up', { messageId, orderId, kind });
      throw thrown;
    });
    if (isSent) {
      ctx.crashPoint('letter-before-mark');
      return true;
    }
    const { id: messageId, orderId, kind } = message;
    await markNotNeeded(ctx.db, messageId);
    ctx.log.info('letter-not-needed', { messageId, orderId, kind });
    return false;
  }

  async function note(messages: readonly WaitingMessage[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    await markSent(ctx.db, ids, ctx.clock.now());
    for (const { id: messageId, orderId, kind } of messages) ctx.log.info('letter-sent', { messageId, orderId, kind });
  }

  return {
    deliverBuyerLetter: createBuyerOffice(parts, post),
    deliverNotice: createNoticeOffice(parts, post),
    deliverReminder: createReminderOffice(parts, post),
    deliverResumeLink: createResumeOffice(parts, post),
    async deliverMessages(wish) {
      const taken = await takeMessages(ctx.db, ctx.clock.now(), wish);
      const sent: WaitingMessage[] = [];
      const failures: unknown[] = [];
      const isOver = Promise.all(
        taken.map(async (message) => {
          try {
            if (await goOut(message)) sent.push(message);
          } catch (thrown) {
            failures.push(thrown);
          }
        }),
      );
      // What is out is noted before slow ones are waited for: of a worker that dies another would send it again.
      for (let isLast = false; !isLast;) {
        isLast = await Promise.race([isOver.then(() => true), sleep(patienceMs, false, { ref: false })]);
        const out = sent.splice(0);
        await note(out).catch(() => sent.unshift(...out));
      }
      await note(sent);
      if (failures.length > 0) throw failures[0];
      return taken.length;
    },
  };
}
