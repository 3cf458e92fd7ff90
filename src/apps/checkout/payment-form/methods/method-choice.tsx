import { useCallback, useMemo } from 'react';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import type { RailFormBehaviour, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { railField, type Values } from '../form-fields.ts';
import type { OfferedMethod, PaymentData } from '../payment.types.ts';

export interface MethodChoiceProps {
  readonly data: PaymentData;
  readonly forms: Readonly<Record<string, RailFormView>>;
  readonly chosen: string | undefined;
  readonly onChoose: (method: string) => void;
  readonly values: Values;
  readonly error: (name: string) => string | null;
  /** Filled by forms with work to do before submission. */
  readonly behaviours: Map<string, RailFormBehaviour>;
  readonly submit: () => void;
}

/** The payment methods in the brand's order, each with its own fields. All are in the HTML from the start. */
export function MethodChoice(props: MethodChoiceProps) {
  const { data, forms, chosen, onChoose, error } = props;
  const t = useWords();
  const cards = data.methods.flatMap((offered) => {
    const view = forms[offered.rail];
    if (!view) return [];
    const { Mark } = view;
    return [
      {
        value: offered.method,
        label: t(`method.${offered.rail}.title`),
        detail: offered.note
          ? `${t(`method.${offered.rail}.detail`)} · ${offered.note}`
          : t(`method.${offered.rail}.detail`),
        mark: <Mark />,
        isAtOnce: !offered.takesInstallments,
        panel: <MethodPanel {...props} offered={offered} view={view} />,
      },
    ];
  });
  return (
    <RadioCards
      name="method"
      legend={t('payment.method.legend')}
      cards={cards}
      defaultValue={chosen}
      error={error('method')}
      onChoose={onChoose}
      hasRowsFirst
    />
  );
}

function MethodPanel(props: MethodChoiceProps & { readonly offered: OfferedMethod; readonly view: RailFormView }) {
  const { data, offered, view, chosen, values, error, behaviours, submit } = props;
  const { rail } = offered;
  const { Form } = view;
  const onBehaviour = useCallback(
    (behaviour: RailFormBehaviour | null) => {
      if (behaviour) behaviours.set(rail, behaviour);
      else behaviours.delete(rail);
    },
    [behaviours, rail],
  );
  const known = useMemo<Values>(
    () => ({ document: data.document, phone: data.phone, installments: String(data.defaultCount) }),
    [data.document, data.phone, data.defaultCount],
  );
  return (
    <Form
      market={data.market}
      isChosen={offered.method === chosen}
      name={(field) => railField(rail, field)}
      value={(field) => values[railField(rail, field)] ?? known[field]}
      error={(field) => error(railField(rail, field))}
      installments={offered.takesInstallments ? data.installments : []}
      secretFrame={`${data.secretFrame}&gateway=${offered.gateway}`}
      buyerEmail={data.buyerEmail}
      canSaveInstrument={offered.canSaveInstrument && !data.trial}
      profiles={data.profiles.filter((saved) => saved.rail === rail && saved.gateway === offered.gateway)}
      methods={offered.methods}
      unitLocation={offered.unitLocation}
      recurring={data.trial ? null : offered.recurring}
      renewal={offered.renewal}
      onBehaviour={onBehaviour}
      submit={submit}
    />
  );
}
