import type { Transporter } from 'nodemailer';
import { type Brand, designSystemId, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import { isErased } from '#src/domain/checkout/leads/index.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { createTranslator, type Translator } from '#src/ui/words/translator.ts';
import type { EmailAttachment } from './compose-order-email.server.ts';
import type { EmailContent } from './email.types.ts';
import { type EmailTheme, readTokenValues } from './render/email-theme.ts';
import type { MailLogos } from '../letters/mail-logos.server.ts';
import { cleanText } from './render/markup.ts';
import { renderHtml } from './render/render-html.ts';
import { renderText } from './render/render-text.ts';

export interface EmailSenderOptions {
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
export interface RenderedEmailRequest {
  /** The same letter always has the same name (RFC 5322, 3.6.4), however often it is sent. */
  readonly id: string;
  readonly brand: Brand;
  readonly to: { readonly name: string; readonly email: string };
  readonly emailContent: EmailContent;
  readonly attachments?: readonly EmailAttachment[];
  /** More headers, e.g. how to end letters of this kind. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands letters to a mail server, in a school's words and look. */
export interface EmailSender {
  /** The words in which a brand writes. */
  readonly translator: (brand: Brand, locale: Locale) => Translator;
  /** Throws when the mail server did not take it. */
  readonly send: (ready: RenderedEmailRequest) => Promise<void>;
}

/** Prefixes of the messages that letters use: their own, texts to phones, the names of the ways to pay, and a plan's terms. */
const emailCopyPrefixes = ['email.', 'text.', 'method.', 'plan-terms.'];

/** Names the logo inside the letter: a part of it, nothing that is fetched. */
const logoId = 'logo';

export function createEmailSender({ clock, words, themes, transport, from, logos }: EmailSenderOptions): EmailSender {
  const emailThemes = new Map<string, EmailTheme>();

  function emailThemeOf(brand: string): EmailTheme {
    const known = emailThemes.get(brand);
    if (known) return known;
    const values = (mode: 'dark' | 'light') => readTokenValues(themes.get(designSystemId({ brand, mode })).css);
    const emailTheme = { dark: values('dark'), light: values('light') };
    emailThemes.set(brand, emailTheme);
    return emailTheme;
  }

  return {
    translator: ({ brand, variant }, locale) =>
      createTranslator(locale, words.wordsFor({ brand, variant }, locale, emailCopyPrefixes)),
    async send({ id, brand, to, emailContent, attachments = [], headers = {} }) {
      // Whoever had their data erased is not written to any more, whatever was on its way.
      if (isErased(to)) return;
      const logo = logos?.(brand) ?? null;
      const shown = logo && { src: `cid:${logoId}`, width: logo.width, height: logo.height };
      await transport.sendMail({
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        date: clock.now(),
        from: { name: brand.name, address: from },
        to: { name: cleanText(to.name), address: to.email },
        subject: subjectOf(emailContent),
        text: renderText(emailContent, brand.name),
        html: renderHtml(emailContent, {
          brandName: brand.name,
          emailTheme: emailThemeOf(brand.theme.brand),
          logo: shown,
        }),
        attachments: [
          ...attachments.map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content })),
          ...(logo
            ? [{ cid: logoId, filename: 'logo.png', contentType: 'image/png', content: logo.content, ...inline }]
            : []),
        ],
        headers: { 'Content-Language': emailContent.locale, 'Auto-Submitted': 'auto-generated', ...headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

/** A picture of the letter itself, which no client lists among its papers. */
const inline = { contentDisposition: 'inline' } as const;

/** One line, whatever a product is called. */
function subjectOf({ subject }: EmailContent): string {
  return cleanText(subject).replaceAll(/\s+/g, ' ').trim();
}
