import { ButtonLink } from '#src/ui/button/button.tsx';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './resume-link-view.module.css';
import type { ResumeLink } from './resume-link.types.ts';

interface ResumeLinkViewProps {
  readonly link: ResumeLink;
  /** Continuing by the link is the page's primary action. */
  readonly isMain: boolean;
}

/** The link: to open in the system browser, to copy or type, and on wide screens to scan with a phone. */
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
