import { ButtonLink } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

interface NoOptionsNoticeProps {
  /** The reason, as formatted text. */
  readonly text: string;
  /** The school's help page. */
  readonly help: string;
}

/** The notice of a subscription page without options: the reason, and the school's help page. */
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
