import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { FieldError, TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { DocumentChoice } from '#src/ui/payment/document-choice.tsx';
import { DocumentField } from '#src/ui/payment/document-field.tsx';
import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { type CardFrame, type CardFrameStatus, createCardFrame } from './card-frame.ts';
import css from './card.module.css';
import frameCss from './card-frame.module.css';
import { holderDocumentProblem } from './holder-document.ts';

/** Hidden fields that the frame fills just before the form is sent. */
const tokenFields = ['token', 'sealedFor', 'brand', 'last4', 'expiry', 'authentication'] as const;

/** Connects the page and the frame: starts when the card is chosen, and adds the frame's checks to the form. */
function useCardFrame({ buyerEmail, isChosen, name, onBehaviour, submit }: RailFormProps, address: string | undefined) {
  const iframe = useRef<HTMLIFrameElement>(null);
  const errorBox = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<CardFrameStatus>('loading');
  const [isRefused, setRefused] = useState(false);
  // A kept card needs no frame, unless its code is required again.
  const isNeeded = isChosen && address !== undefined;
  const [wasChosen, setWasChosen] = useState(isNeeded);
  if (isNeeded && !wasChosen) setWasChosen(true);
  const latest = useRef({ name, submit, buyerEmail });
  useEffect(() => {
    latest.current = { name, submit, buyerEmail };
  });

  useEffect(() => {
    if (!wasChosen || !address || !iframe.current) return undefined;
    const frame: CardFrame = createCardFrame(
      iframe.current,
      { origin: new URL(address).origin },
      { onStatus: setStatus, onSubmit: () => latest.current.submit() },
    );
    onBehaviour({
      async check(focus) {
        const checked = await frame.check({ focus });
        // A frame without an answer counts as unavailable.
        return checked.ok ? checked.value : 1;
      },
      async prepare(form, { isRetry }) {
        const sealed = await frame.tokenize({ renewKeys: isRetry, email: latest.current.buyerEmail });
        setRefused(!sealed.ok && sealed.error === 'refused');
        if (!sealed.ok) {
          if (sealed.error === 'refused') frame.focus();
          else if (sealed.error !== 'invalid') {
            setStatus('unavailable');
            requestAnimationFrame(() => errorBox.current?.focus());
          }
          return false;
        }
        for (const field of tokenFields) {
          const input = form.elements.namedItem(latest.current.name(field));
          if (input instanceof HTMLInputElement) input.value = sealed.value[field];
        }
        return true;
      },
    });
    return () => {
      onBehaviour(null);
      frame.destroy();
    };
  }, [wasChosen, address, onBehaviour]);
  return { iframe, errorBox, status, isRefused };
}

function Form(props: RailFormProps) {
  const {
    canSaveInstrument,
    renewal,
    market,
    isChosen,
    name,
    value,
    error,
    installments,
    secretFrame,
    profiles = [],
  } = props;
  const t = useWords();
  const [picked, setProfile] = useState(value('paymentProfileId') ?? profiles[0]?.id ?? '');
  // A card that was removed meanwhile counts as none.
  const kept = profiles.find(({ id }) => id === picked);
  const profile = kept?.id ?? '';
  const address = kept ? kept.secretFrame : secretFrame;
  const { iframe, errorBox, status, isRefused } = useCardFrame(props, address);
  const missing = isRefused ? t('method.card.token-missing') : error('token');
  return (
    <div className="stack">
      <noscript>
        <Notice kind="info">
          <p>{t('method.card.noscript')}</p>
        </Notice>
      </noscript>
      <div className="stack scripted">
        {profiles.length > 0 ? (
          <SelectField
            name={name('paymentProfileId')}
            label={t('method.card.saved.label')}
            defaultValue={profile}
            error={error('paymentProfileId')}
            required={false}
            options={[
              ...profiles.map(({ id, label }) => ({ value: id, label })),
              { value: '', label: t('method.card.saved.other') },
            ]}
            onChoose={setProfile}
          />
        ) : null}
        {profile === '' ? null : (
          <Button look="quiet" name="intent" value="forget-profile" formNoValidate>
            {t('method.card.saved.forget')}
          </Button>
        )}
        <div hidden={!address}>
          <div ref={errorBox} tabIndex={-1} aria-live="polite">
            {status === 'unavailable' ? (
              <Notice kind="alert" title={t('method.card.unavailable.title')}>
                <p>{t('method.card.unavailable.text')}</p>
              </Notice>
            ) : null}
          </div>
          <div className={frameCss['place']} hidden={status === 'unavailable'}>
            {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of ours, on an origin of its own */}
            <iframe
              key={kept?.secretFrame}
              ref={iframe}
              {...(kept?.secretFrame
                ? { width: '100%', height: 114, frameBorder: 0 }
                : { className: frameCss['frame'] })}
              src={address ?? secretFrame}
              title={t('method.card.frame')}
              loading={isChosen && address ? 'eager' : 'lazy'}
            />
          </div>
        </div>
        {missing && status !== 'unavailable' ? <FieldError name={name('token')} message={missing} /> : null}
        {/* Without a value of React's: it would put that back each time it draws the form, over what the frame handed over. */}
        {tokenFields.map((field) => (
          <input key={field} type="hidden" name={name(field)} />
        ))}
        {profile === '' ? <DocumentOf {...{ market, name, value, error }} /> : null}
        {installments.length > 1 ? (
          <SelectField
            name={name('installments')}
            label={t('method.card.installments')}
            defaultValue={value('installments')}
            error={error('installments')}
            options={installments.map(({ count, label }) => ({ value: String(count), label }))}
          />
        ) : null}
        {profile === '' && canSaveInstrument ? (
          <Consent name={name('keep')} isGiven={value('keep') === 'yes'} about="keep" label={t('method.card.keep')} />
        ) : null}
        {renewal ? (
          <Consent
            name={name('renew')}
            isGiven={value('renew') === 'yes'}
            about="renew"
            label={t(`method.card.renew.${renewal.period}`, {
              amount: renewal.first
                ? t('method.card.renew.first', { first: renewal.first, amount: renewal.amount })
                : renewal.amount,
              date: renewal.firstOn,
            })}
          />
        ) : null}
        <p className={`fineprint ${css['safe']}`}>
          <Icon name="lock" />
          {t('method.card.safe')}
        </p>
      </div>
    </div>
  );
}

interface ConsentProps {
  readonly name: string;
  readonly isGiven: boolean;
  readonly about: 'keep' | 'renew';
  readonly label: string;
}

/** A box with its agreement in one line; the rest of its terms is folded under it and is recorded with the line. */
function Consent({ name, isGiven, about, label }: ConsentProps) {
  const t = useWords();
  return (
    <div>
      <Checkbox name={name} defaultChecked={isGiven}>
        {label}
      </Checkbox>
      <details className={`fineprint ${css['more']}`}>
        <summary>{t(`method.card.${about}.how`)}</summary>
        <p>{t(`method.card.${about}.more`)}</p>
      </details>
    </div>
  );
}

/** The holder's document; optional in Mozambique. */
function DocumentOf({ market, name, value, error }: Pick<RailFormProps, 'market' | 'name' | 'value' | 'error'>) {
  const t = useWords();
  const field = { name: name('document'), defaultValue: value('document'), error: error('document') };
  if (market === 'MZ') {
    return (
      <TextField
        {...field}
        label={t('method.card.nuit')}
        optionalLabel={t('form.optional')}
        required={false}
        inputMode="numeric"
        autoComplete="off"
        mask="000 000 000"
      />
    );
  }
  if (market === 'PE') return <DocumentChoice {...{ market, name, value, error }} />;
  return <DocumentField {...field} label={t('method.card.document')} lettersLabel={t('method.card.letters')} />;
}

const cardMark =
  'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 9.75h18M6.5 15h3';

export const railForm: RailFormView = {
  Form,
  Mark: railMark(cardMark),
  validate(fields, market) {
    if (fields['paymentProfileId']) return {};
    const document = holderDocumentProblem(fields, market);
    return document ? { document } : {};
  },
};
