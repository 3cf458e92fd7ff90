import { type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useKeys } from '../../keys/use-keys.ts';
import { useIsNarrow, useMedia } from '../use-is-narrow.ts';
import { copyDeepLink } from './copy-deep-link.ts';
import css from './data-table.module.css';
import { NarrowRows } from './narrow-rows.tsx';
import { shownColumns } from './shown-columns.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

/** A column; the first one holds the row's link. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the end. */
  readonly isEnd?: boolean;
  /** Takes the room that is left, and is cut with an ellipsis. */
  readonly isWide?: boolean;
  /** Left out on a tablet, which has no room for it, unless the reader has chosen columns. */
  readonly isSpare?: boolean;
  /** Where it stands in the two lines of a row at 360 px; hidden when absent. */
  readonly narrow?: 'title' | 'title-end' | 'detail' | 'detail-end';
  /** What it shows there, where no header says what it is; the cell when absent. */
  readonly narrowCell?: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Ids of the columns that the reader has chosen; empty: all. On a phone a row has the same two lines whatever is chosen. */
  readonly chosenColumns?: readonly string[];
  readonly rowKey: (row: Row) => string;
  /** Address of the row's page; null: the row opens nothing. */
  readonly rowHref: (row: Row) => string | null;
  /** Address that shows the row beside the list (`o`). */
  readonly besideHref?: (row: Row) => string;
  /** The row that is shown beside the list. */
  readonly currentKey?: string | null;
  /** While other rows are on their way: these keep their place and are dimmed after 400 ms. */
  readonly isReloading?: boolean;
  /** Whether `j`, `k` and `o` are this table's; one table of a screen has them. */
  readonly hasKeys?: boolean;
  /** Rows that can be chosen for one act together, by their boxes or `x`. A phone has no boxes: there rows are opened one by one. */
  readonly selection?: TableSelection<Row>;
}

interface TableSelection<Row> {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly canChoose: (row: Row) => boolean;
  /** What the box in the header chooses. */
  readonly allKeys: readonly string[];
  /** Name of a row's box. */
  readonly rowLabel: (row: Row) => string;
}

/** A list of things that have pages: `j` and `k` go along the rows, Enter opens, `o` opens beside, `y` copies the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, rowHref, currentKey, isReloading = false, selection } = props;
  const isTablet = useMedia('(width <= 960px)') && (props.chosenColumns ?? []).length === 0;
  const columns = shownColumns(props.columns, props.chosenColumns).filter(({ isSpare }) => !(isTablet && isSpare));
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const keys = useTableKeys(props, box);
  return (
    <div ref={box} className={css['box']} data-reloading={isReloading || undefined} aria-busy={isReloading}>
      {props.hasKeys !== false && <TableKeys bindings={keys} />}
      {isNarrow ? (
        <NarrowRows {...props} />
      ) : (
        <table className={css['table']} aria-label={label}>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={css['header']}>
                  <ChooseAll {...selection} />
                </th>
              )}
              {columns.map(({ id, header, isEnd }) => (
                <th key={id} scope="col" className={css['header']} data-end={isEnd}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <tr key={key} className={css['row']} data-row={key} data-current={key === currentKey || undefined}>
                  {selection && (
                    <td className={css['cell']}>
                      {(selection.canChoose(row) || selection.chosen.has(key)) && (
                        <input
                          type="checkbox"
                          className={css['rowBox']}
                          aria-label={selection.rowLabel(row)}
                          checked={selection.chosen.has(key)}
                          onChange={() => selection.onChange(toggled(selection.chosen, key))}
                        />
                      )}
                    </td>
                  )}
                  {columns.map(({ id, cell, isEnd, isWide }, index) => (
                    <td key={id} className={css['cell']} data-end={isEnd} data-wide={isWide}>
                      {index === 0 ? <RowLink href={rowHref(row)}>{cell(row)}</RowLink> : cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

type ChooseAllProps = Pick<TableSelection<unknown>, 'chosen' | 'onChange' | 'allKeys'>;

/** Chooses all rows that can be chosen together, or none. */
function ChooseAll({ chosen, onChange, allKeys }: ChooseAllProps) {
  const t = useWords();
  const isAll = allKeys.length > 0 && allKeys.every((key) => chosen.has(key));
  return (
    <input
      type="checkbox"
      className={css['rowBox']}
      aria-label={t('parts.choose-all')}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = !isAll && chosen.size > 0;
      }}
      onChange={() => onChange(new Set(isAll ? [] : allKeys))}
    />
  );
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The link of a row; its area is the whole row. */
function RowLink({ href, children }: { readonly href: string | null; readonly children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link to={href} className={css['link']} data-row-link>
      {children}
    </Link>
  );
}

type Bindings = Parameters<typeof useKeys>[0];

function TableKeys({ bindings }: { readonly bindings: Bindings }) {
  useKeys(bindings);
  return null;
}

function useTableKeys<Row>(props: DataTableProps<Row>, box: { readonly current: HTMLDivElement | null }): Bindings {
  const { rows, rowKey, besideHref, selection } = props;
  const navigate = useNavigate();
  const t = useWords();
  const linksOf = () => [...(box.current?.querySelectorAll<HTMLAnchorElement>('[data-row-link]') ?? [])];
  const step = (by: 1 | -1): void => {
    const links = linksOf();
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by));
    // `focusVisible`: a key moved it, even when a mouse was used last.
    const options: FocusOptions & { readonly focusVisible: true } = { preventScroll: true, focusVisible: true };
    links[next]?.focus(options);
    links[next]?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
  };
  const focused = (): Row | undefined => {
    const key = document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
    return rows.find((row) => rowKey(row) === key);
  };
  const beside = (): void => {
    const row = focused();
    if (row !== undefined && besideHref) void navigate(besideHref(row), { preventScrollReset: true });
  };
  const choose = (): void => {
    const row = focused();
    if (row === undefined || !selection) return;
    const key = rowKey(row);
    if (selection.canChoose(row) || selection.chosen.has(key)) selection.onChange(toggled(selection.chosen, key));
  };
  return [
    { keys: 'j', label: 'parts.keys.next', group: 'list', run: () => step(1) },
    { keys: 'k', label: 'parts.keys.previous', group: 'list', run: () => step(-1) },
    ...(besideHref ? [{ keys: 'o', label: 'parts.keys.beside', group: 'list', run: beside } as const] : []),
    ...(selection ? [{ keys: 'x', label: 'parts.keys.choose', group: 'list', run: choose } as const] : []),
    {
      keys: 'y',
      label: 'parts.keys.link',
      group: 'list',
      run: () => void copyDeepLink(t, document.activeElement?.closest('a')?.href ?? location.href),
    },
  ];
}
