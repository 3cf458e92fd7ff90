import { ButtonLink } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

interface NoOptionsNoticeProps {
  /** Why, in finished text. */
  readonly text: string;
  /** The school's help. */
  readonly help: string;
}

/** A subscription's page that has nothing to offer says why, and whom to ask. */
export function NoOptionsNotice({ text, help }: NoOptionsNoticeProps) {
  const t = useWords();
  return (
    <>
      <Notice kind="info">
        <p>{text}</p>
      </Notice>
      <ButtonLink href={help} look="secondary" target="_blank" rel="noopener noreferrer">
        {t('subscription.closed.help')}
      </ButtonLink>
    </>
  );
}
