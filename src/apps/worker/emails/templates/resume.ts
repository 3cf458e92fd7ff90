import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** The link of a purchase that its buyer wants to go on with elsewhere, and asked for a moment ago. */
export function resumeEmail(builder: EmailBuilder, { payUrl }: { readonly payUrl: string }): EmailContent {
  const { t, name, product } = builder;
  return builder.build(
    'resume',
    [
      { kind: 'paragraph', text: t('email.resume.intro', { name, product }) },
      { kind: 'action', label: t('email.resume.action'), href: payUrl, hint: t('email.resume.hint') },
      { kind: 'note', heading: t('email.resume.not-me.heading'), text: t('email.resume.not-me.text'), link: null },
    ],
    {},
  );
}
