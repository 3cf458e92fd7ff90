import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** The link to a buyer's account page, or the one that erases their data. It does not say what they bought. */
export function accountLinkEmail(
  builder: EmailBuilder,
  { kind, url }: { readonly kind: 'link' | 'erase'; readonly url: string },
): EmailContent {
  const { t, name, brand } = builder;
  const words = kind === 'link' ? 'buyer-page' : 'buyer-erasure';
  const school = brand.name;
  return builder.build(
    words,
    [
      {
        kind: 'paragraph',
        text: t(name ? `email.${words}.intro` : `email.${words}.intro-nameless`, { name, school }),
      },
      { kind: 'action', label: t(`email.${words}.action`), href: url, hint: t(`email.${words}.hint`) },
      {
        kind: 'note',
        heading: t('email.buyer-page.wrong.heading'),
        text: t('email.buyer-page.wrong.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { school },
  );
}

/** Tells an address that a purchase no longer belongs to it. It names neither the buyer, the new address nor what was bought. */
export function correctedEmailEmail(builder: EmailBuilder): EmailContent {
  const { t, brand } = builder;
  const school = brand.name;
  return builder.build(
    'email-corrected',
    [
      { kind: 'paragraph', text: t('email.email-corrected.intro', { school }) },
      {
        kind: 'note',
        heading: t('email.email-corrected.wrong.heading'),
        text: t('email.email-corrected.wrong.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { school },
  );
}
