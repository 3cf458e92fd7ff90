import type { Country } from '#src/kernel/locale/locale.ts';
import { TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Values } from '../form-fields.ts';
import type { PaymentData } from '../payment.types.ts';
import css from './address-panel.module.css';

interface AddressPanelProps {
  readonly address: NonNullable<PaymentData['address']>;
  readonly market: Country;
  readonly values: Values;
  readonly error: (name: string) => string | null;
}

const postalMasks: Readonly<Record<Country, string>> = { BR: '00000-000', MZ: '0000', PE: '00000' };

/** The billing address, with the specification's field names. The country is the market's. */
export function AddressPanel({ address, market, values, error }: AddressPanelProps) {
  const t = useWords();
  const field = (name: string) => ({
    name,
    label: t(`payment.address.${name}`),
    defaultValue: values[name] ?? address.values[name],
    error: error(name),
  });
  const optional = { optionalLabel: t('form.optional'), required: false };
  return (
    <div className="stack" role="group" aria-labelledby="address-title">
      <h2 id="address-title" tabIndex={-1}>
        {t('payment.address.title')}
      </h2>
      <TextField
        {...field('postalCode')}
        {...(market === 'BR' ? {} : optional)}
        inputMode="numeric"
        autoComplete="postal-code"
        mask={postalMasks[market]}
        className={css['short']}
      />
      <TextField {...field('addressLine1')} autoComplete="address-line1" />
      <div className={`stack ${css['pair']}`}>
        <TextField {...field('addressLine2')} autoComplete="address-line2" />
        <TextField {...field('addressLine3')} {...optional} autoComplete="address-line3" />
      </div>
      <TextField {...field('neighbourhood')} autoComplete="address-level3" />
      <div className={`stack ${css['pair']}`}>
        <TextField {...field('city')} autoComplete="address-level2" />
        <SelectField
          {...field('state')}
          autoComplete="address-level1"
          emptyLabel={t('payment.address.choose')}
          options={address.states}
        />
      </div>
    </div>
  );
}
