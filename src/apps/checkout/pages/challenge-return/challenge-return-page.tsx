import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Nothing is known here. */
export type ChallengeReturnData = Readonly<Record<string, never>>;

/** Seen for a moment, inside the frame in which the bank asked. */
export function ChallengeReturnPage() {
  const t = useWords();
  return (
    <div role="status">
      <PageTitle title={t('challenge-return.text')} />
    </div>
  );
}
