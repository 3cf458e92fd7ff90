import { Button } from '#src/ui/button/button.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

const nothingToCheck = () => ({});

/** Continues without points, as prominent as continuing with them. */
export function SkipPoints({ look = 'quiet' }: { readonly look?: 'quiet' | 'primary' }) {
  const t = useWords();
  const handle = useForm({ validate: nothingToCheck, refused: null });
  return (
    <form {...handle.props}>
      <input type="hidden" name="intent" value="skip" />
      <Button look={look} isBusy={handle.isBusy}>
        {t('livelo.skip')}
      </Button>
    </form>
  );
}
