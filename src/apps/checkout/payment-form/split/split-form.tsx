import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import type { RailFormBehaviour, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { railField, type Values } from '../form-fields.ts';
import type { OfferedMethod, PaymentData } from '../payment.types.ts';
import { partAmounts } from './split-amounts.ts';
import { partTotal } from './split-installments.ts';
import { buttonOfParts, installmentChoices } from './split-texts.ts';
import { partPrefix } from './split-query.ts';
import type { PaymentSplit, SplitPart } from './split.types.ts';
import css from './split.module.css';

export interface SplitFormProps {
  readonly data: PaymentData;
  readonly split: PaymentSplit;
  readonly forms: Readonly<Record<string, RailFormView>>;
  readonly values: Values;
  readonly error: (name: string) => string | null;
  /** Filled by forms with work to do before submission, by part and rail. */
  readonly behaviours: Map<string, RailFormBehaviour>;
  readonly submit: () => void;
  /**
   * Called with the total of all parts, as formatted text: the price with the interest of the selected installments; null =
   * the price.
   */
  readonly onCost: (cost: string | null) => void;
  /** Called with the button's label, where a card pays the first of two parts and a code is created for the second; else null. */
  readonly onLabel: (label: string | null) => void;
}

/**
 * The split payment form: each part has a method, an amount and its own fields; the last part is the rest, so that the
 * parts always add up to the price. All is in the HTML; without JavaScript a button changes the methods.
 */
export function SplitForm(props: SplitFormProps) {
  const { data, split, values, onCost, onLabel } = props;
  const t = useWords();
  const { parts, words, locale } = split;
  const [methods, setMethods] = useState(() =>
    parts.map(({ method }, index) => values[`${partPrefix(index)}method`] ?? method),
  );
  const [typed, setTyped] = useState(() =>
    parts.slice(0, -1).map(({ amount }, index) => values[`${partPrefix(index)}amount`] ?? amount ?? ''),
  );
  const { total: wholeUnits, currency } = split;
  const amounts = useMemo(
    () => partAmounts(typed, { total: BigInt(wholeUnits), currency, locale }),
    [typed, wholeUnits, currency, locale],
  );
  const onInput = ({ target }: FormEvent<HTMLElement>): void => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const [, part, field] = /^p(\d)\.(method|amount)$/.exec(target.name) ?? [];
    const put = (list: readonly string[]): string[] =>
      list.map((one, index) => (index === Number(part) ? target.value : one));
    if (field === 'method') setMethods(put);
    if (field === 'amount') setTyped(put);
  };
  const money = (amount: bigint): string => formatMoney({ amount, currency }, locale);
  const isWhole = amounts.every((amount) => amount !== null);
  const group = useRef<HTMLDivElement>(null);
  // After every render: a select whose option disappeared selects another one by itself, and only the DOM has it.
  useEffect(() => {
    const counts = parts.map((_, index) => {
      const list = `select[name^="${partPrefix(index)}"][name$=".installments"]`;
      return Number(group.current?.querySelector<HTMLSelectElement>(list)?.value ?? 1);
    });
    const cost = amounts.reduce<bigint>((sum, one, index) => sum + partTotal(split, one ?? 0n, counts[index] ?? 1), 0n);
    const isPlain = cost === BigInt(wholeUnits);
    onCost(isWhole && !isPlain ? money(cost) : null);
    // With interest, the button shows the total.
    onLabel(isWhole && isPlain ? buttonOfParts(t, { data, methods, first: money(amounts[0] ?? 0n) }) : null);
  });
  return (
    <div ref={group} className="stack" role="group" aria-labelledby="split-title" onInput={onInput}>
      <div>
        <h2 id="split-title" tabIndex={-1} className={css['title']}>
          {words.legend}
        </h2>
        <p className="fineprint">
          <a href={split.whole.href}>{split.whole.label}</a>
        </p>
      </div>
      {parts.map((part, index) => (
        <Part
          key={part.title}
          {...props}
          part={part}
          index={index}
          method={methods[index] ?? part.method}
          amount={amounts[index] ?? null}
          typed={typed[index]}
        />
      ))}
      <p className={css['sum']} role="status">
        <strong>
          {isWhole
            ? `${amounts.map((amount) => money(amount ?? 0n)).join(' + ')} =\u00a0${money(BigInt(wholeUnits))}`
            : `${words.sum} ${money(BigInt(wholeUnits))}`}
        </strong>
      </p>
      {split.more ? (
        <p className="fineprint">
          <a href={split.more.href}>{split.more.label}</a>
        </p>
      ) : null}
      <noscript>
        <Button look="secondary" name="intent" value="ways" formNoValidate>
          {words.update}
        </Button>
      </noscript>
    </div>
  );
}

interface PartProps extends SplitFormProps {
  readonly part: SplitPart;
  readonly index: number;
  readonly method: string;
  /** Null while it cannot be calculated. */
  readonly amount: bigint | null;
  readonly typed: string | undefined;
}

function Part({
  data,
  split,
  forms,
  values,
  error,
  behaviours,
  submit,
  part,
  index,
  method,
  amount,
  typed,
}: PartProps) {
  const t = useWords();
  const { words, currency, locale } = split;
  const prefix = partPrefix(index);
  const offered = data.methods.find((one) => one.method === method);
  const view = offered && forms[offered.rail];
  return (
    <fieldset className={css['part']}>
      <legend className={css['legend']}>
        <strong>{part.title}</strong>
      </legend>
      <div className={css['pair']}>
        <SelectField
          name={`${prefix}method`}
          label={words.way}
          defaultValue={values[`${prefix}method`] ?? part.method}
          error={error(`${prefix}method`)}
          options={data.methods.map(({ method: value, rail, partOnly, note }) => {
            const label = t(`method.${rail}.title`);
            return { value, label: partOnly ? `${label} · ${note}` : label };
          })}
        />
        {part.amount === null ? (
          <p className={css['rest']}>
            <span id={`${prefix}rest`}>{words.rest}</span>
            <output aria-labelledby={`${prefix}rest`}>
              <strong>{amount === null ? '–' : formatMoney({ amount, currency }, locale)}</strong>
            </output>
          </p>
        ) : (
          <TextField
            name={`${prefix}amount`}
            label={words.amount}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed}
            error={error(`${prefix}amount`)}
            // A typed 300 is formatted as money on blur.
            onBlur={({ currentTarget }) => {
              if (amount !== null) currentTarget.value = formatNumber(amount, locale);
            }}
          />
        )}
      </div>
      {offered && view ? (
        <PartForm
          key={offered.rail}
          {...{ data, split, offered, view, prefix, values, error, behaviours, submit, amount }}
        />
      ) : null}
    </fieldset>
  );
}

type PartFormProps = Pick<PartProps, 'data' | 'split' | 'values' | 'error' | 'behaviours' | 'submit' | 'amount'> & {
  readonly offered: OfferedMethod;
  readonly view: RailFormView;
  readonly prefix: string;
};

/** The fields of one part's method, under prefixed names. */
function PartForm({ data, split, offered, view, prefix, values, error, behaviours, submit, amount }: PartFormProps) {
  const t = useWords();
  const rail = prefix + offered.rail;
  const { Form } = view;
  const onBehaviour = useCallback(
    (behaviour: RailFormBehaviour | null) => {
      if (behaviour) behaviours.set(rail, behaviour);
      else behaviours.delete(rail);
    },
    [behaviours, rail],
  );
  const installments = useMemo(
    () => (offered.takesInstallments && amount !== null ? installmentChoices(split, amount, t) : []),
    [offered, split, amount, t],
  );
  const longest = installments.findLast(({ count }) => count <= data.defaultCount)?.count ?? 1;
  // A saved instrument is preselected for the first part only: a split is for two instruments.
  const known: Values = {
    document: data.document,
    phone: data.phone,
    installments: String(longest),
    ...(prefix === partPrefix(0) ? {} : { paymentProfileId: '' }),
  };
  return (
    <Form
      market={data.market}
      isChosen
      name={(field) => railField(rail, field)}
      value={(field) => values[railField(rail, field)] ?? known[field]}
      error={(field) => error(railField(rail, field))}
      installments={installments}
      secretFrame={`${data.secretFrame}&gateway=${offered.gateway}`}
      buyerEmail={data.buyerEmail}
      canSaveInstrument={offered.canSaveInstrument}
      profiles={data.profiles.filter((saved) => saved.rail === offered.rail && saved.gateway === offered.gateway)}
      methods={offered.methods}
      unitLocation={offered.unitLocation}
      onBehaviour={onBehaviour}
      submit={submit}
    />
  );
}
