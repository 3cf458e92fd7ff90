import { ButtonLink } from '#src/ui/button/button.tsx';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './resume-link-view.module.css';
import type { ResumeLink } from './resume-link.types.ts';

/** The link itself: to go out of an app's browser by, to copy or type, and on wide screens for a phone's camera. */
export function ResumeLinkView({ link }: { readonly link: ResumeLink }) {
  const t = useWords();
  return (
    <>
      {link.intent === null ? null : <ButtonLink href={link.intent}>{t('waiting.resume.leave-app')}</ButtonLink>}
      <CopyText
        text={link.href}
        label={t('waiting.resume.label')}
        copyLabel={t('waiting.resume.copy')}
        copiedLabel={t('waiting.resume.copied')}
        refusedLabel={t('waiting.resume.refused')}
        rows={2}
      />
      <figure className={css['scan']}>
        <img className={css['qr']} src={link.qr} width={184} height={184} alt={t('waiting.resume.qr')} />
        <figcaption>{t('waiting.resume.scan')}</figcaption>
      </figure>
    </>
  );
}
