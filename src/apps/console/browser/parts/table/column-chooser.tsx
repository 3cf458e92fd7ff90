import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Button } from '../button.tsx';
import css from '../filters/filter-chip.module.css';
import { useIsNarrow } from '../use-is-narrow.ts';
import { shownColumns } from './shown-columns.ts';

interface ColumnChooserProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  /** Ids of the columns that were chosen; empty: all. */
  readonly chosen: readonly string[];
  /** Writes them to the address, as `column`. */
  readonly onChange: (chosen: string[]) => void;
}

/** Shows and hides columns of a table. Not on a phone, where rows have no columns. */
export function ColumnChooser({ columns, chosen, onChange }: ColumnChooserProps) {
  const t = useWords();
  const isNarrow = useIsNarrow();
  if (isNarrow) return null;
  const shown = shownColumns(columns, chosen).map(({ id }) => id);
  const [first] = columns;
  const choose = (ids: readonly string[]): void => {
    const next = columns.filter(({ id }, index) => index === 0 || ids.includes(id)).map(({ id }) => id);
    onChange(next.length === columns.length ? [] : next);
  };
  return (
    <DialogTrigger>
      <Button>
        {shown.length === columns.length
          ? t('parts.columns')
          : t('parts.columns.some', { shown: shown.length, all: columns.length })}
      </Button>
      <Popover className={css['popover'] ?? ''} placement="bottom end">
        <Dialog className={css['dialog'] ?? ''} aria-label={t('parts.columns')}>
          <ListBox
            aria-label={t('parts.columns')}
            className={css['list'] ?? ''}
            // Escape closes the list; by default it would first take every choice back.
            escapeKeyBehavior="none"
            selectionMode="multiple"
            selectedKeys={shown}
            disabledKeys={first ? [first.id] : []}
            onSelectionChange={(keys) => choose(keys === 'all' ? columns.map(({ id }) => id) : [...keys].map(String))}
          >
            {columns.map(({ id, header }) => (
              <ListBoxItem key={id} id={id} textValue={header} className={css['option'] ?? ''}>
                {({ isSelected }) => (
                  <>
                    <span className={css['mark']}>{isSelected && <Icon name="check" />}</span>
                    {header}
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBox>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
