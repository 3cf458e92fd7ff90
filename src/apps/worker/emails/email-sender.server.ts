import type { Transporter } from 'nodemailer';
import { type Brand, designSystemId, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import { isErased } from '#src/domain/checkout/leads/index.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { EmailAttachment } from './compose-order-email.server.ts';
import type { EmailContent } from './email.types.ts';
import { type EmailTheme, readTokenValues } from './render/email-theme.ts';
import type { MailLogo, MailLogos } from './mail-logos.server.ts';
import { cleanText } from './render/markup.ts';
import { renderHtml } from './render/render-html.ts';
import { renderText } from './render/render-text.ts';
import { createEmailTranslator, type EmailTranslator } from './template-version.server.ts';

export interface EmailSenderOptions {
  readonly clock: Clock;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  readonly transport: Transporter;
  /** Address of the sender; the brand's name stands before it. */
  readonly from: string;
  /** The brands' logos, attached to the e-mails; without one an e-mail shows the name. */
  readonly logos?: MailLogos;
}

/** An e-mail that is ready to send. */
export interface RenderedEmailRequest {
  /** The Message-ID (RFC 5322, 3.6.4): the same for each try of an e-mail. */
  readonly id: string;
  readonly brand: Brand;
  readonly to: { readonly name: string; readonly email: string };
  readonly emailContent: EmailContent;
  readonly attachments?: readonly EmailAttachment[];
  /** More headers, e.g. how to unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends e-mails to a mail server, in a brand's texts and theme. */
export interface EmailSender {
  /** The words in which a brand writes; one translator for each e-mail. */
  readonly translator: (brand: Brand, locale: Locale) => EmailTranslator;
  /** As a browser shows it: its logo is inside. */
  readonly preview: (brand: Brand, emailContent: EmailContent) => { readonly subject: string; readonly html: string };
  /** Throws when the mail server did not accept it. */
  readonly send: (ready: RenderedEmailRequest) => Promise<void>;
}

/** Prefixes of the copy that e-mails use: their own, texts to phones, names of payment methods, and a plan's terms. */
const emailCopyPrefixes = ['email.', 'text.', 'method.', 'plan-terms.'];

/** Content-ID of the logo: it is attached, not fetched. */
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

  function htmlOf(brand: Brand, emailContent: EmailContent, srcOf: (logo: MailLogo) => string): string {
    const logo = logos?.(brand) ?? null;
    return renderHtml(emailContent, {
      brandName: brand.name,
      emailTheme: emailThemeOf(brand.theme.brand),
      logo: logo && { src: srcOf(logo), width: logo.width, height: logo.height },
    });
  }

  return {
    translator: ({ brand, variant }, locale) =>
      createEmailTranslator(locale, words.wordsFor({ brand, variant }, locale, emailCopyPrefixes)),
    preview: (brand, emailContent) => ({
      subject: subjectOf(emailContent),
      html: htmlOf(brand, emailContent, ({ content }) => `data:image/png;base64,${content.toString('base64')}`),
    }),
    async send({ id, brand, to, emailContent, attachments = [], headers = {} }) {
      // A buyer whose data were erased gets no e-mail that was still queued.
      if (isErased(to)) return;
      const logo = logos?.(brand) ?? null;
      await transport.sendMail({
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        date: clock.now(),
        from: { name: brand.name, address: from },
        to: { name: cleanText(to.name), address: to.email },
        subject: subjectOf(emailContent),
        text: renderText(emailContent, brand.name),
        html: htmlOf(brand, emailContent, () => `cid:${logoId}`),
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

/** An inline picture, which no client lists among the attachments. */
const inline = { contentDisposition: 'inline' } as const;

/** One line, whatever a product is called. */
function subjectOf({ subject }: EmailContent): string {
  return cleanText(subject).replaceAll(/\s+/g, ' ').trim();
}
