import { useWords } from '#src/ui/words/words-context.tsx';

/** Nothing is known here. */
export type ChallengeReturnData = Readonly<Record<string, never>>;

export function ChallengeReturnPage() {
  const t = useWords();
  return <p role="status">{t('challenge-return.text')}</p>;
}
