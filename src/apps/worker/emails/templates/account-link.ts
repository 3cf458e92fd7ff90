import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** The link to somebody's own page, or the one by which their data are erased. Nothing else is told: not what they bought. */
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
        text: t(name ? `letter.${words}.intro` : `letter.${words}.intro-nameless`, { name, school }),
      },
      { kind: 'action', label: t(`letter.${words}.action`), href: url, hint: t(`letter.${words}.hint`) },
      {
        kind: 'note',
        heading: t('letter.buyer-page.wrong.heading'),
        text: t('letter.buyer-page.wrong.text'),
        link: { label: t('letter.footer.help'), href: brand.links.faq },
      },
    ],
    { school },
  );
}
