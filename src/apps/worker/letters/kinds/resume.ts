import type { Letter } from '../letter.types.ts';
import type { LetterDesk } from '../letter-desk.ts';

/** The link of a purchase that its buyer wants to go on with elsewhere, and asked for a moment ago. */
export function resumeLetter(desk: LetterDesk, { payUrl }: { readonly payUrl: string }): Letter {
  const { t, name, product } = desk;
  return desk.finish(
    'resume',
    [
      { kind: 'paragraph', text: t('letter.resume.intro', { name, product }) },
      { kind: 'action', label: t('letter.resume.action'), href: payUrl, hint: t('letter.resume.hint') },
      { kind: 'note', heading: t('letter.resume.not-me.heading'), text: t('letter.resume.not-me.text'), link: null },
    ],
    {},
  );
}
