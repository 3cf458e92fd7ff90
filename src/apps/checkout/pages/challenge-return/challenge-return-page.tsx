import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** The page has no data. */
export type ChallengeReturnData = Readonly<Record<string, never>>;

/** Shown for a moment inside the frame of the bank's challenge. */
export function ChallengeReturnPage() {
  const t = useWords();
  return (
    <div role="status">
      <PageTitle title={t('challenge-return.text')} />
    </div>
  );
}
