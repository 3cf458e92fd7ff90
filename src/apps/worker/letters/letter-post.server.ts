import type { Transporter } from 'nodemailer';
import { type Brand, designSystemId, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import { isErased } from '#src/domain/leads/index.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { createTranslator, type Translator } from '#src/ui/words/translator.ts';
import type { LetterAttachment } from './compose-letter.server.ts';
import type { Letter } from './letter.types.ts';
import { type Look, readTokenValues } from './look.ts';
import type { MailLogos } from './mail-logos.server.ts';
import { cleanText } from './markup.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

export interface LetterPostParts {
  readonly clock: Clock;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  readonly transport: Transporter;
  /** Address of the sender; the brand's name stands before it. */
  readonly from: string;
  /** The brands' logos, which go with the letters; without them a letter says the name. */
  readonly logos?: MailLogos;
}

/** A letter that is ready to go. */
export interface ReadyLetter {
  /** The same letter always has the same name (RFC 5322, 3.6.4), however often it is sent. */
  readonly id: string;
  readonly brand: Brand;
  readonly to: { readonly name: string; readonly email: string };
  readonly letter: Letter;
  readonly attachments?: readonly LetterAttachment[];
  /** More headers, e.g. how to end letters of this kind. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands letters to a mail server, in a school's words and look. */
export interface LetterPost {
  /** The words in which a brand writes. */
  readonly translator: (brand: Brand, locale: Locale) => Translator;
  /** Throws when the mail server did not take it. */
  readonly send: (ready: ReadyLetter) => Promise<void>;
}

/** Prefixes of the messages that letters use: their own, texts to phones, the names of the ways to pay, and a plan's terms. */
const letterWords = ['letter.', 'text.', 'method.', 'plan-terms.'];

/** Names the logo inside the letter: a part of it, nothing that is fetched. */
const logoId = 'logo';

export function createLetterPost({ clock, words, themes, transport, from, logos }: LetterPostParts): LetterPost {
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
    translator: ({ brand, variant }, locale) =>
      createTranslator(locale, words.wordsFor({ brand, variant }, locale, letterWords)),
    async send({ id, brand, to, letter, attachments = [], headers = {} }) {
      // Whoever had their data erased is not written to any more, whatever was on its way.
      if (isErased(to)) return;
      const logo = logos?.(brand) ?? null;
      const shown = logo && { src: `cid:${logoId}`, width: logo.width, height: logo.height };
      await transport.sendMail({
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        date: clock.now(),
        from: { name: brand.name, address: from },
        to: { name: cleanText(to.name), address: to.email },
        subject: subjectOf(letter),
        text: renderText(letter, brand.name),
        html: renderHtml(letter, { brandName: brand.name, look: lookOf(brand.theme.brand), logo: shown }),
        attachments: [
          ...attachments.map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content })),
          ...(logo
            ? [{ cid: logoId, filename: 'logo.png', contentType: 'image/png', content: logo.content, ...inline }]
            : []),
        ],
        headers: { 'Content-Language': letter.locale, 'Auto-Submitted': 'auto-generated', ...headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

/** A picture of the letter itself, which no client lists among its papers. */
const inline = { contentDisposition: 'inline' } as const;

/** One line, whatever a product is called. */
function subjectOf({ subject }: Letter): string {
  return cleanText(subject).replaceAll(/\s+/g, ' ').trim();
}
