import { ButtonLink } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

interface PlanChangeNoticeProps {
  /** Message key of the form as a whole, or undefined. */
  readonly error: string | undefined;
  /** The school's help page. */
  readonly help: string;
}

/** The result of a confirmed plan change that failed. */
export function PlanChangeNotice({ error, help }: PlanChangeNoticeProps) {
  const t = useWords();
  if (!error) return null;
  if (error !== 'subscription.closed.title') {
    return (
      <Notice kind="error">
        <p>{t(error)}</p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="alert" title={t(error)}>
        <p>{t('subscription.closed.text')}</p>
      </Notice>
      <ButtonLink href={help} look="secondary" target="_blank" rel="noopener noreferrer">
        {t('subscription.closed.help')}
      </ButtonLink>
    </>
  );
}
