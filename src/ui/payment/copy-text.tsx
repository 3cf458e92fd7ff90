import { useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { useFeedback } from '../feedback/feedback.tsx';
import { Icon } from '../icon/icon.tsx';
import css from './copy-text.module.css';

interface CopyTextProps {
  readonly text: string;
  /** The copied text, where it differs from the displayed one: a number without its blanks. */
  readonly plain?: string;
  /** Name of the text for people who do not see where it stands. */
  readonly label: string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
  /** Announced when the browser refuses the clipboard; the text is then selected. */
  readonly refusedLabel: string;
  readonly rows?: number;
  /** Secondary where something else is the main thing to do. */
  readonly look?: 'primary' | 'secondary';
  /** The text is groups with blanks between them, which belong together. */
  readonly isGrouped?: boolean;
}

const copiedMs = 4000;

/** A long code with the button that copies it. Where the clipboard is refused, the code is selected instead. */
export function CopyText({
  text,
  plain,
  label,
  copyLabel,
  copiedLabel,
  refusedLabel,
  rows = 3,
  look = 'primary',
  isGrouped = false,
}: CopyTextProps) {
  const { announce, toast } = useFeedback();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(plain ?? text);
      setIsCopied(true);
      toast(copiedLabel, 'success');
    } catch {
      area.current?.focus();
      area.current?.select();
      announce(refusedLabel);
    }
  };
  return (
    <div className={css['copy']}>
      <Button type="button" look={look} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {/* Both keep their room: the button's content does not move when one takes the other's place. */}
        <span className={css['labels']}>
          <span className={isCopied ? css['away'] : ''}>{copyLabel}</span>
          <span className={isCopied ? '' : css['away']}>{copiedLabel}</span>
        </span>
      </Button>
      <textarea
        ref={area}
        className={`${css['text']} ${isGrouped ? '' : css['solid']}`}
        aria-label={label}
        readOnly
        rows={rows}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
