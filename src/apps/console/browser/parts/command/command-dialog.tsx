import { type ReactNode, useRef } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './command-dialog.module.css';
import { useEnter } from './use-enter.ts';

/** Something that can be opened or done. */
export interface CommandItem {
  /** Unique in the whole list. */
  readonly id: string;
  /** Its text, for screen readers and for typing ahead. */
  readonly text: string;
  /** What is shown; the text when absent. */
  readonly content?: ReactNode;
  /** Keys that do the same, at the end of the row. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly CommandItem[];
}

interface CommandDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly groups: readonly CommandGroup[];
  /** What stands below when there is nothing to choose; null where the note says it. */
  readonly empty: ReactNode;
  /** The rows are those of an earlier text. */
  readonly isLoading?: boolean;
  /** The row that Enter opens before anybody has read the rows; null where they have to be read. */
  readonly only: CommandItem | null;
  /** A line below the rows, read aloud when it comes: there are more, or something is missing. */
  readonly note?: string | null;
}

/** One box over groups of things: arrows choose, Enter runs, Escape closes. The caller filters: what is given is shown. */
export function CommandDialog(props: CommandDialogProps) {
  const {
    isOpen,
    onClose,
    label,
    placeholder,
    text,
    onTextChange,
    groups,
    empty,
    isLoading = false,
    only,
    note = null,
  } = props;
  const t = useWords();
  const items = new Map(groups.flatMap((group) => group.items.map((item) => [item.id, item] as const)));
  const choose = (item: CommandItem | null | undefined): void => {
    if (!item) return;
    onClose();
    item.run();
  };
  const field = useRef<HTMLDivElement>(null);
  const shown = [...items.keys()].join(' ');
  const onKeyDownCapture = useEnter({ field, shown, text, isLoading, goToOnly: () => choose(only) });
  return (
    <ModalOverlay
      className={css['veil'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose();
      }}
      isDismissable
    >
      <Modal className={css['modal'] ?? ''}>
        <Dialog className={css['dialog'] ?? ''} aria-label={label}>
          <Autocomplete inputValue={text} onInputChange={onTextChange} disableVirtualFocus={false}>
            <div ref={field} onKeyDownCapture={onKeyDownCapture}>
              <SearchField
                className={css['field'] ?? ''}
                aria-label={label}
                // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type into it
                autoFocus
                // The field alone would be emptied, and the dialog stay.
                onKeyDown={({ key }) => {
                  if (key === 'Escape') onClose();
                }}
              >
                <Input className={css['input'] ?? ''} placeholder={placeholder} spellCheck={false} autoComplete="off" />
              </SearchField>
            </div>
            <div className={css['results']} aria-busy={isLoading}>
              <ListBox
                aria-label={label}
                className={css['list'] ?? ''}
                selectionMode="none"
                onAction={(id) => choose(items.get(String(id)))}
                renderEmptyState={() => <div className={css['empty']}>{isLoading ? t('parts.loading') : empty}</div>}
              >
                {groups
                  .filter((group) => group.items.length > 0)
                  .map((group) => (
                    <ListBoxSection key={group.id} id={group.id}>
                      <Header className={css['title'] ?? ''}>{group.title}</Header>
                      {group.items.map((item) => (
                        <ListBoxItem key={item.id} id={item.id} textValue={item.text} className={css['item'] ?? ''}>
                          <span className={css['content']}>{item.content ?? item.text}</span>
                          {item.keys !== undefined && <kbd className={css['keys']}>{item.keys}</kbd>}
                        </ListBoxItem>
                      ))}
                    </ListBoxSection>
                  ))}
              </ListBox>
            </div>
            <p className={css['note']} role="status">
              {note}
            </p>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
