import { SelectField } from '#src/ui/field/select-field.tsx';
import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

/** The unit, and the choice of a collection method. */
function Form({ name, value, error, methods, unitLocation }: RailFormProps) {
  const t = useWords();
  return (
    <div className="stack">
      {unitLocation ? (
        <p>
          <strong>{t('method.in-person.at', { unit: unitLocation.name })}</strong>
          <br />
          {unitLocation.address}
          <br />
          <a href={unitLocation.change}>{t('method.in-person.change')}</a>
        </p>
      ) : null}
      <SelectField
        name={name('means')}
        label={t('method.in-person.choice')}
        autoComplete="off"
        options={methods.map((method) => ({ value: method, label: t(`method.in-person.choice.${method}`) }))}
        emptyLabel={t('method.in-person.choice.choose')}
        defaultValue={value('means') ?? ''}
        error={error('means')}
      />
      <p className="fineprint">{t('method.in-person.how')}</p>
    </div>
  );
}

/** A door with a sign over it: a drawing of our own. */
const mark = 'M4 9.5 5.8 4.5h12.4L20 9.5M4 9.5h16M5.5 9.5v10h13v-10M10 19.5v-5.5h4v5.5';

export const railForm: RailFormView = {
  Form,
  Mark: railMark(mark),
  validate: (fields): Readonly<Record<string, string>> =>
    fields['means'] ? {} : { means: 'method.in-person.choice.missing' },
};
