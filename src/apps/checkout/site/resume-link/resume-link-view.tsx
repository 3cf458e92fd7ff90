import { ButtonLink } from '#src/ui/button/button.tsx';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './resume-link-view.module.css';
import type { ResumeLink } from './resume-link.types.ts';

interface ResumeLinkViewProps {
  readonly link: ResumeLink;
  /** Going on by it is the main thing to do on its page. */
  readonly isMain: boolean;
}

/** The link itself: to go out of an app's browser by, to copy or type, and on wide screens for a phone's camera. */
export function ResumeLinkView({ link, isMain }: ResumeLinkViewProps) {
  const t = useWords();
  return (
    <>
      {link.intent === null ? null : (
        <ButtonLink href={link.intent} look={isMain ? 'primary' : 'secondary'}>
          {t('waiting.resume.leave-app')}
        </ButtonLink>
      )}
      <CopyText
        text={link.href}
        label={t('waiting.resume.label')}
        copyLabel={t('waiting.resume.copy')}
        copiedLabel={t('waiting.resume.copied')}
        refusedLabel={t('waiting.resume.refused')}
        rows={2}
        look={isMain && link.intent === null ? 'primary' : 'secondary'}
      />
      <figure className={css['scan']}>
        <img className={css['qr']} src={link.qr} width={184} height={184} alt={t('waiting.resume.qr')} />
        <figcaption>{t('waiting.resume.scan')}</figcaption>
      </figure>
    </>
  );
}
