import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { copyText } from './copy-text.ts';
import css from './copyable-id.module.css';

interface CopyableIdProps {
  readonly value: string;
  /** What is copied, for its message: “Order number”. */
  readonly name: string;
  /** Shows the beginning and the last six characters of a long value. */
  readonly isShort?: boolean;
}

/** An identifier that one press copies. */
export function CopyableId({ value, name, isShort = false }: CopyableIdProps) {
  const t = useWords();
  const shown = isShort && value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value;
  return (
    <button
      type="button"
      className={css['id']}
      data-tip={shown === value ? undefined : value}
      aria-label={t('parts.copy.label', { name, value: shown })}
      onClick={() => void copyText(value, t('parts.copy.done', { name }), t('parts.copy.failed'))}
    >
      {shown}
      <span className={css['icon']}>
        <Icon name="copy" />
      </span>
    </button>
  );
}
