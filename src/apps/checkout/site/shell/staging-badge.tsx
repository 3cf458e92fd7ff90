import { Icon } from '#src/ui/icon/icon.tsx';
import { type CompiledMessages, createTranslator } from '#src/ui/words/translator.ts';
import css from './staging-badge.module.css';

export interface StagingBadgeProps {
  readonly words: CompiledMessages;
  readonly locale: string;
  /** Where the form posts, and the path of ours that it comes back to. */
  readonly action: string;
  readonly path: string;
}

/** Says that this is not the real shop. Closing it is a form, so that it works without JavaScript. */
export function StagingBadge({ words, locale, action, path }: StagingBadgeProps) {
  const t = createTranslator(locale, words);
  return (
    <aside aria-label={t('shell.staging')}>
      <form className={css['staging']} method="post" action={action}>
        <input type="hidden" name="to" value={path} />
        {t('shell.staging')}
        <button type="submit" aria-label={t('shell.staging.close')}>
          <Icon name="close" />
        </button>
      </form>
    </aside>
  );
}
