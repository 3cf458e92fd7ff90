import type { ComponentType, FormEvent, ReactNode, SubmitEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { readForm } from '#src/ui/form/form-elements.ts';
import { type FormOptions, useForm } from '#src/ui/form/use-form.ts';
import type { RailFormBehaviour } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { FormState } from '../framework/page.ts';
import { checkMethod, forms } from './methods/check-method.ts';
import { extras } from './extras.ts';
import { checkAcceptance, railField, withoutVoucher } from './form-fields.ts';
import { syncDocumentFields } from './sync-document-fields.ts';
import { Terms } from './terms-checkbox.tsx';
import type { VoucherEntryProps } from './voucher/voucher-entry.tsx';
import { BeforePaying, PayButton, payLabel } from './pay-button.tsx';
import { SplitOffers, PaymentMethods } from './methods/payment-methods.tsx';
import type { PaymentData } from './payment.types.ts';
import css from './payment.module.css';

interface PaymentFormProps {
  readonly data: PaymentData;
  readonly form: FormState | null;
  readonly send: NonNullable<FormOptions['send']>;
  /** An attempt was answered already: card-fields keys fetched for it may have expired. */
  readonly isRetry: boolean;
  /** Content between the form's errors and the payment methods. */
  readonly above: ReactNode;
  /** Applies a voucher; pages with a fixed price do without it and its code. */
  readonly voucherEntry: ComponentType<VoucherEntryProps> | undefined;
}

export function PaymentForm({ data, form, send, isRetry, above, voucherEntry: VoucherEntry }: PaymentFormProps) {
  const t = useWords();
  const element = useRef<HTMLFormElement | null>(null);
  const [behaviours] = useState(() => new Map<string, RailFormBehaviour>());
  const posted = form?.values['method'];
  const [picked, setChosen] = useState(posted === data.blockedMethod ? undefined : posted);
  // The selected method may disappear and return with a voucher.
  const chosen = data.methods.some(({ method }) => method === picked) ? picked : (data.chosen ?? undefined);
  const offered = data.methods.find(({ method }) => method === chosen);
  const countName = offered ? railField(offered.rail, 'installments') : '';
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const [partsCost, setPartsCost] = useState<string | null>(null);
  const [partsLabel, setPartsLabel] = useState<string | null>(null);
  // The method panel comes first and the address panel second, in one document, so that the card frame stays mounted.
  const [unapplied, setUnapplied] = useState(form?.errors?.[withoutVoucher] ?? null);
  const [panel, setPanel] = useState<'method' | 'address'>('method');
  const isAsked = data.split ? data.methods.some(({ asksAddress }) => asksAddress) : offered?.asksAddress;
  const address = isAsked ? data.address : null;
  const choose = (method: string): void => {
    setChosen(method);
    // The address keeps the selection, so that the server renders it after a reload.
    const here = new URL(location.href);
    here.searchParams.set('way', method);
    history.replaceState(history.state, '', here);
  };
  // In page order: a part's prefix sorts after the previous part's.
  const doing = (): RailFormBehaviour[] =>
    [...behaviours]
      .filter(([rail]) => data.split !== null || rail === offered?.rail)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
  /** Validates every field group; the focus moves to the first invalid field. */
  const wrongInFrames = async (focus: boolean): Promise<number> => {
    let wrong = 0;
    for (const one of doing()) wrong += await one.check(focus && wrong === 0);
    return wrong;
  };

  // Finds the button in the DOM: the browser holds the selection.
  useEffect(() => {
    const button = (method: string | null) =>
      element.current?.querySelector<HTMLInputElement>(`[name=method][value="${method}"]`);
    if (data.blockedMethod !== data.chosen && button(data.blockedMethod)?.checked) button(data.chosen)?.click();
  }, [data]);
  useEffect(() => {
    if (panel === 'address') document.getElementById('address-title')?.focus();
  }, [panel]);

  const handle = useForm({
    validate: (values) => ({
      ...checkMethod(values, data),
      ...(address && panel === 'address' ? extras.address?.check(values, data.market) : {}),
      ...(address && panel === 'method'
        ? {}
        : { ...checkAcceptance(values), ...(data.trial && extras.trial?.check(values)) }),
    }),
    // Errors of the rail's own frame are shown together with errors here, and come first.
    elsewhere: () => (panel === 'address' ? Promise.resolve(0) : wrongInFrames(true)),
    refused: form?.errors ?? null,
    busyLabel: t('payment.busy'),
    failure: 'payment.error.general',
    beforeSubmit: async (target) => {
      // All forms are validated before any is sealed: a sealed value is used once.
      let isReady = doing().length < 2 || (await wrongInFrames(true)) === 0;
      for (const one of doing()) isReady = isReady && (await one.prepare(target, { isRetry }));
      if (!isReady) setPanel('method');
      return isReady;
    },
    send: async (target, submitter) => {
      const answer = without(await send(target, submitter));
      // Declined by the bank, or an error of the payment method: the focus goes there.
      const names = answer === 'left' ? null : Object.keys(answer);
      if (names?.every((name) => name === 'method' || name.includes('.'))) setPanel('method');
      return answer;
    },
  });

  /** The message of a voucher that is not applied appears at the button, which does not move. */
  const without = (answer: Awaited<ReturnType<typeof send>>): Awaited<ReturnType<typeof send>> => {
    if (answer === 'left') return answer;
    const { [withoutVoucher]: problem, ...others } = answer;
    setUnapplied(problem ?? null);
    const button = () => element.current?.querySelector<HTMLElement>(`[value="${withoutVoucher}"]`);
    if (problem !== undefined) requestAnimationFrame(() => button()?.focus());
    return others;
  };

  const showAddressPanel = async (target: HTMLFormElement): Promise<void> => {
    const found = checkMethod(readForm(target), data);
    const inFrames = wrongInFrames(true);
    const isGood = handle.check(found, inFrames);
    if ((await inFrames) === 0 && isGood) setPanel('address');
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    const { submitter } = event.nativeEvent;
    const isSide = submitter instanceof HTMLButtonElement && submitter.formNoValidate;
    if (address && panel === 'method' && !isSide) {
      event.preventDefault();
      void showAddressPanel(event.currentTarget);
      return;
    }
    handle.props.onSubmit(event);
  };
  const onInput = (event: FormEvent<HTMLFormElement>): void => {
    handle.props.onInput(event);
    const { target } = event;
    if (target instanceof HTMLSelectElement && target.name.endsWith('.installments')) {
      setCounts((before) => ({ ...before, [target.name]: Number(target.value) }));
    }
    syncDocumentFields(event.currentTarget, target);
  };

  const count =
    offered?.takesInstallments && !data.split
      ? (counts[countName] ?? Number(form?.values[countName] ?? data.defaultCount))
      : 1;
  const split = count > 1 ? data.installments.find((option) => option.count === count) : undefined;
  const amount = (data.split ? partsCost : split?.total) ?? data.total;
  const pay = payLabel(t, { data, offered, parts: partsLabel, amount, isInInstallments: split !== undefined });
  // A new document starts at its top; on the same page the focus is at the button.
  const message = <FormNotice message={handle.error('form')} />;
  return (
    <form
      {...handle.props}
      ref={(node) => {
        element.current = node;
        handle.props.ref(node);
      }}
      className="stack"
      data-panel={address ? panel : undefined}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {/* Enter in any field pays; without this the first button, the voucher's, would be pressed. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="quoteId" value={data.quoteId} />
      <input type="hidden" name="key" value={data.idempotencyKey} />
      <input type="hidden" name="amount" value={data.amount} />
      {form ? message : null}
      {above}
      <div className={`stack ${css['methods']}`}>
        {data.takesVoucher && VoucherEntry ? (
          <VoucherEntry
            voucher={data.voucher}
            typed={form?.values['voucher']}
            error={handle.error('voucher')}
            isBusy={handle.isBusy}
          />
        ) : null}
        {data.isFree ? null : (
          <PaymentMethods
            data={data}
            forms={forms}
            chosen={chosen}
            onChoose={choose}
            values={form?.values ?? {}}
            error={handle.error}
            behaviours={behaviours}
            onCost={setPartsCost}
            onLabel={setPartsLabel}
            submit={() => element.current?.requestSubmit()}
          />
        )}
        <SplitOffers data={data} />
        {address ? (
          <div className="scripted">
            <Button type="button" onClick={() => element.current && void showAddressPanel(element.current)}>
              {t('payment.continue')}
            </Button>
          </div>
        ) : null}
      </div>
      <div className={`stack ${css['last']}`}>
        {data.address && extras.address ? (
          <div hidden={!address}>
            <extras.address.Panel
              address={data.address}
              market={data.market}
              values={form?.values ?? {}}
              error={handle.error}
            />
          </div>
        ) : null}
        {form ? null : message}
        {data.trial && extras.trial ? (
          <extras.trial.Box trial={data.trial} values={form?.values ?? {}} error={handle.error} />
        ) : null}
        <BeforePaying data={data} />
        <Terms
          links={data.links}
          isAccepted={form ? form.values['terms'] === 'yes' : data.hasAccepted}
          error={handle.error('terms')}
        />
        <PayButton
          label={address ? t('payment.finish', { amount }) : pay}
          times={split?.label ?? null}
          unapplied={unapplied}
          amount={amount}
          isBusy={handle.isBusy}
        />
        {data.trial?.bill && extras.trial ? <extras.trial.Bill bill={data.trial.bill} /> : null}
        {address ? (
          <div className="scripted">
            <Button type="button" look="quiet" onClick={() => setPanel('method')}>
              {t('payment.method.back')}
            </Button>
          </div>
        ) : null}
      </div>
    </form>
  );
}
