import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ProblemError } from '../data/problem-error.ts';
import { announce } from '../parts/announce.ts';
import { sendKeys } from '../keys/mod-key.ts';
import { Button } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import css from './act-sheet.module.css';
import { problemText } from './problem-text.ts';

interface ActSheetProps {
  readonly title: string;
  /** What the button does, in words: “Refund BRL 1,140.00”. */
  readonly label: string;
  readonly isDanger?: boolean;
  /** Whether everything is there that the act needs. */
  readonly isReady: boolean;
  /** Does it; what it gives is said once it is done. Null: the sheet stays open and shows a result. */
  readonly onAct: () => Promise<string | null>;
  /** After the act, and when the person goes back without it. */
  readonly onClose: (isDone: boolean) => void;
  readonly children: ReactNode;
}

/**
 * The sheet of an act: what it does stands there before it is done, ⌘Enter does it, and a failure says why in the reader's
 * language and loses nothing that was typed.
 */
export function ActSheet({ title, label, isDanger = false, isReady, onAct, onClose, children }: ActSheetProps) {
  const t = useWords();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const act = async (): Promise<void> => {
    if (isPending || !isReady) return;
    setPending(true);
    setFailure(null);
    try {
      const said = await onAct();
      if (said === null) return;
      announce(said);
      onClose(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  const send = useEffectEvent(() => void act());
  useEffect(() => {
    // Of the document: a sheet without fields has the focus on itself, and a button that has it would take Enter as a press.
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.repeat || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
      send();
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  const footer = (
    <>
      <Button kind="plain" onPress={() => onClose(false)}>
        {t('act.back')}
      </Button>
      <Button
        kind={isDanger ? 'danger' : 'primary'}
        keyHint={sendKeys}
        isDisabled={!isReady}
        onPress={() => void act()}
      >
        {label}
      </Button>
    </>
  );
  return (
    <Sheet title={title} isOpen onClose={() => onClose(false)} footer={footer}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields arrive here */}
      <form
        className={css['form']}
        // A pending button of React Aria is announced by a node that outlives it and then has no name; `act` takes one press.
        aria-busy={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
        onKeyDown={(event) => {
          // Enter alone never moves money; in a text of several lines it is a new line.
          if (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
        }}
      >
        {children}
        {failure !== null && <SheetFailure error={failure} />}
      </form>
    </Sheet>
  );
}

/** Why an act, or what its sheet shows, failed; where the sign-in is too old, the way to another one. */
export function SheetFailure({ error }: { readonly error: unknown }) {
  const t = useWords();
  const isOld = error instanceof ProblemError && error.code === 'sign-in-too-old';
  return (
    <div className={css['failure']} role="alert">
      <p>{problemText(t, error)}</p>
      {isOld && (
        // A tab of its own: what was typed here stays.
        <a href="/sign-in/fresh?return=/" target="_blank" rel="noreferrer">
          {t('act.sign-in-again')}
        </a>
      )}
    </div>
  );
}
