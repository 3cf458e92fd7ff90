import type { Transporter } from 'nodemailer';
import { type BrandRegistry, designSystemId, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { markNotNeeded, markSent, waitingMessage } from '#src/domain/messages/index.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import { composeLetter } from './compose-letter.server.ts';
import type { Letter } from './letter.types.ts';
import { type LetterFacts, readLetterFacts } from './letter-facts.server.ts';
import { type Look, readTokenValues } from './look.ts';
import { cleanText } from './markup.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

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
   * again. A process that dies between the two sends it twice: both bear the same Message-ID.
   */
  readonly deliverMessage: (messageId: string) => Promise<void>;
}

/** Prefixes of the messages that letters use: their own, and the names of the ways to pay. */
const letterWords = ['letter.', 'method.'];

/** Writes the buyers' letters in their language and their school's look, and hands them to a mail server. */
export function createPostOffice(parts: PostOfficeParts): PostOffice {
  const { ctx, brands, words, themes, transport, from } = parts;
  const looks = new Map<string, Look>();

  function lookOf(brand: string): Look {
    const known = looks.get(brand);
    if (known) return known;
    const values = (mode: 'dark' | 'light') => readTokenValues(themes.get(designSystemId({ brand, mode })).css);
    const look = { dark: values('dark'), light: values('light') };
    looks.set(brand, look);
    return look;
  }

  return {
    async deliverMessage(messageId) {
      const message = await waitingMessage(ctx.db, messageId);
      if (!message) return;
      const facts = await readLetterFacts(ctx, brands, message);
      const { order, brand, lead } = facts;
      const t = createTranslator(
        order.locale,
        words.wordsFor({ brand: order.brand, variant: order.variant }, order.locale, letterWords),
      );
      const composed = await composeLetter(parts, facts, t);
      const { id, kind } = message;
      if (!composed) {
        await markNotNeeded(ctx.db, id);
        ctx.log.info('letter-not-needed', { messageId: id, orderId: order.id, kind });
        return;
      }
      const { letter, attachments } = composed;
      await transport.sendMail({
        messageId: messageIdOf(facts, from),
        date: ctx.clock.now(),
        from: { name: brand.name, address: from },
        to: { name: cleanText(lead.name), address: lead.email },
        subject: subjectOf(letter),
        text: renderText(letter, brand.name),
        html: renderHtml(letter, { brandName: brand.name, look: lookOf(brand.theme.brand) }),
        attachments: attachments.map(({ fileName, contentType, content }) => ({
          filename: fileName,
          contentType,
          content,
        })),
        headers: { 'Content-Language': letter.locale, 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      ctx.crashPoint('letter-before-mark');
      await markSent(ctx.db, id, ctx.clock.now());
      ctx.log.info('letter-sent', { messageId: id, orderId: order.id, kind });
    },
  };
}

/** The same letter always has the same name (RFC 5322, 3.6.4), however often it is sent. */
function messageIdOf({ message }: LetterFacts, from: string): string {
  return `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/** One line, whatever a product is called. */
function subjectOf({ subject }: Letter): string {
  return cleanText(subject).replaceAll(/\s+/g, ' ').trim();
}
