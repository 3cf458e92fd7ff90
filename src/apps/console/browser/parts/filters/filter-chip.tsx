import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './filter-chip.module.css';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface FilterChipProps {
  /** “State”. */
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Values that are chosen; empty: the filter is off. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Whether several values may be chosen together. */
  readonly isMultiple?: boolean;
}

/** A filter: dashed while it is off, filled with its values while it is on, taken off by one press. */
export function FilterChip({ label, options, chosen, onChange, isMultiple = false }: FilterChipProps) {
  const t = useWords();
  const labels = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const isOn = chosen.length > 0;
  return (
    <span className={css['chip']} data-on={isOn || undefined}>
      <DialogTrigger>
        <AriaButton className={css['open'] ?? ''} data-filter>
          {label}
          {isOn && <b className={css['value']}>{shortList(labels)}</b>}
        </AriaButton>
        <Popover className={css['popover'] ?? ''} placement="bottom start">
          <Dialog className={css['dialog'] ?? ''} aria-label={label}>
            {({ close }) => (
              <ListBox
                aria-label={label}
                className={css['list'] ?? ''}
                // Escape closes the list; by default it would first take every choice back.
                escapeKeyBehavior="none"
                selectionMode={isMultiple ? 'multiple' : 'single'}
                selectedKeys={chosen}
                onSelectionChange={(keys) => {
                  onChange(keys === 'all' ? options.map(({ value }) => value) : [...keys].map(String));
                  if (!isMultiple) close();
                }}
              >
                {options.map(({ value, label: name }) => (
                  <ListBoxItem key={value} id={value} textValue={name} className={css['option'] ?? ''}>
                    {({ isSelected }) => (
                      <>
                        <span className={css['mark']}>{isSelected && <Icon name="check" />}</span>
                        {name}
                      </>
                    )}
                  </ListBoxItem>
                ))}
              </ListBox>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {isOn && (
        <AriaButton
          className={css['off'] ?? ''}
          aria-label={t('parts.filter.off', { filter: label })}
          onPress={() => onChange([])}
        >
          <Icon name="close" />
        </AriaButton>
      )}
    </span>
  );
}

/** Two values by name, more by their number. */
function shortList(labels: readonly string[]): string {
  const [first = '', second] = labels;
  if (labels.length > 2) return `${first} +${labels.length - 1}`;
  return second === undefined ? first : `${first}, ${second}`;
}
